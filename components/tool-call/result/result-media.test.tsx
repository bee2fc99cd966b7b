// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MediaPart } from '@/lib/values/call-content';
import { mediaIn } from '../shown-media';
import { ResultLink } from './result-elsewhere';
import { ResultMedia } from './result-media';
import { resultBlocks } from './tool-result';

const PNG: MediaPart = {
  type: 'image',
  mimeType: 'image/png',
  name: 'picture.png',
  size: 67_000,
  sha256: 'a'.repeat(64),
  width: 1280,
  height: 720,
  at: 'call_1/0',
};
const origin = { name: 'screenshot', server: 'eye', trusted: false };
const show = (...content: object[]) =>
  render(<ResultMedia media={mediaIn({ content })} origin={origin} />).container;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a picture', () => {
  it('comes from our own route, lazily, into a frame of its size, under the app\u2019s own words', () => {
    const root = show(PNG);
    const picture = screen.getByRole('img', {
      name: 'Picture of screenshot, from the server eye, opens in full',
    });
    expect(picture.getAttribute('src')).toBe('/api/calls/call_1/content/0');
    expect([picture.getAttribute('loading'), picture.getAttribute('width')]).toEqual(['lazy', '1280']);
    expect(root.textContent).toContain('1,280 × 720 pixels, 67 kB, from eye, for which nobody has vouched');
  });

  it('that cannot be drawn is said to be so', () => {
    const root = show(PNG);
    fireEvent.error(screen.getByRole('img'));
    expect(screen.queryByRole('img')).toBeNull();
    expect(root.textContent).toContain('This picture cannot be shown.');
    expect(screen.getByRole('link', { name: 'Download picture.png' })).toBeTruthy();
  });

  it('that moves stands still where motion is not wanted, until somebody asks', () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    show({ ...PNG, animated: true });
    expect(screen.queryByRole('img')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show the moving picture' }));
    expect(screen.getByRole('img')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Hide the moving picture' }));
    expect(screen.queryByRole('img')).toBeNull();
  });

  it.each([
    undefined,
    '',
    'https://evil.example/x',
    '../../x',
    'call/1/2',
    'call?x=/1',
    '//evil/1',
    'call/x',
  ])('is never loaded from an address that is not ours: %j', (at) => {
    expect(mediaIn({ content: [{ ...PNG, at }] })).toEqual([]);
  });
});

describe('a result', () => {
  it('keeps its server\u2019s order, and says text only once where there is structure', () => {
    const content = [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
      PNG,
      { type: 'text', text: 'three' },
      { type: 'resource', uri: 'file:///a', text: '<b>plain</b>' },
      { type: 'resource_link', uri: 'https://x.example/a', name: 'A', description: 'about' },
    ];
    const kinds = (output: object) => resultBlocks(output).map(({ kind }) => kind);
    expect(kinds({ content })).toEqual(['words', 'media', 'words', 'document', 'link']);
    expect(kinds({ content, structuredContent: { a: 1 } })).toEqual(['words', 'media', 'document', 'link']);
    expect(resultBlocks({ content })[0]).toMatchObject({ result: { text: 'one\ntwo' } });
    expect(resultBlocks({ content, isError: true })[0]).toMatchObject({ result: { kind: 'error' } });
  });

  it('shows four of many until it is asked for all', () => {
    const many = Array.from({ length: 9 }, (_, place) => ({ ...PNG, at: `call_1/${place}` }));
    show(...many);
    expect(screen.getAllByRole('img')).toHaveLength(4);
    fireEvent.click(screen.getByRole('button', { name: 'Show all 9' }));
    expect(screen.getAllByRole('img')).toHaveLength(9);
  });

  it('says of a file what its server calls it, and saves it under its safe name', () => {
    const file = {
      ...PNG,
      type: 'file',
      mimeType: 'application/octet-stream',
      said: 'text/html',
      name: 'a.html',
    };
    const root = show({ ...file, width: undefined, height: undefined });
    expect(root.textContent).toContain('said to be text/html');
    const link = screen.getByRole('link', { name: 'Download a.html' });
    expect(link.getAttribute('download')).toBe('a.html');
    expect(root.querySelector('img, audio, iframe, object')).toBeNull();
  });
});

describe('a link', () => {
  const link = (uri: string, name: string) =>
    render(<ResultLink uri={uri} name={name} about={null} at={null} />).container;

  it('says its host, and opens apart', () => {
    const root = link('https://docs.example/a?b', 'The letter A');
    const found = screen.getByRole('link', { name: 'The letter A' });
    expect(found.getAttribute('href')).toBe('https://docs.example/a?b');
    expect([found.getAttribute('target'), found.getAttribute('rel')]).toEqual([
      '_blank',
      'noreferrer noopener',
    ]);
    expect(root.textContent).toContain('(docs.example)');
  });

  it('that names another place than it leads to is its address', () => {
    link('https://evil.example/', 'https://bank.example');
    expect(screen.getByRole('link').textContent).toBe('https://evil.example/');
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>',
    'file:///etc/passwd',
    'mailto:a@b.example',
    'https://user:word@x.example/',
    'ui://widget',
    'not an address',
  ])('is only told where it is no address of the web: %s', (uri) => {
    const root = link(uri, 'Name');
    expect(screen.queryByRole('link')).toBeNull();
    expect(root.textContent).toContain('Name');
    expect(root.textContent).toContain(uri.slice(0, 8));
  });
});
