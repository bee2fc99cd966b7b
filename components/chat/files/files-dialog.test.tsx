// @vitest-environment happy-dom
/** The workspace's files beside a chat: which requests are made when, and that names and lines are shown as text. */
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FilesDialog } from './files-dialog';

const HOSTILE = 'src/<img src=x onerror=alert(1)>\u202e.ts';
let asked: string[];

beforeEach(() => {
  asked = [];
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    if (path.startsWith('/api/chat/')) {
      const diff = { added: 1, removed: 1, text: '@@ -1,1 +1,1 @@\n-one\n+two' };
      const files = [
        { path: HOSTILE, kind: 'changed', diff },
        { path: '.env', kind: 'added' },
      ];
      return Response.json({ files, isCut: false });
    }
    if (path.startsWith('/api/workspace/file')) {
      const isFirst = path.endsWith('offset=1');
      const content = isFirst ? '1\t<b>one</b>\u202e\n2\t\ttwo\r' : '3\tthree';
      return Response.json({ path: 'a.txt', hash: 'h', totalLines: 3, next: isFirst ? 3 : null, content });
    }
    if (path.includes('path=src')) return Response.json({ data: [], meta: { cursor: null } });
    const data = [
      { name: 'src', kind: 'folder' },
      { name: 'a.txt', kind: 'file' },
    ];
    return Response.json({ data, meta: { cursor: path.includes('cursor') ? null : 'a.txt' } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows what has changed, its difference once it is opened, and a folder once that is', async () => {
  const { container } = render(<FilesDialog chatId="c1" onClose={() => {}} />);
  const changed = await screen.findByRole('button', { name: /^src\/ ?<img/ });
  expect(changed.textContent).toContain('U+202E');
  expect(container.querySelector('img')).toBeNull();
  expect(screen.queryByText('two')).toBeNull();
  fireEvent.click(changed);
  expect(screen.getByText('+two')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^\.env/ }));
  expect(screen.getByText(/may hold credentials/)).toBeTruthy();
  const patch = screen.getByRole('link', { name: 'Download as patch' });
  expect(patch.getAttribute('href')).toBe('/api/chat/c1/files?format=patch');
  fireEvent.click(await screen.findByRole('button', { name: 'src' }));
  expect(await screen.findByText('Empty')).toBeTruthy();
  const more = screen.getByRole('button', { name: 'Show more' });
  fireEvent.click(more);
  fireEvent.click(more);
  await vi.waitFor(() => expect(screen.getAllByText('a.txt')).toHaveLength(2));
  expect(asked).toEqual([
    '/api/chat/c1/files',
    '/api/workspace?path=.',
    '/api/workspace?path=src',
    '/api/workspace?path=.&cursor=a.txt',
  ]);
});

it('says what the server refuses', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: { code: 'not_found', message: 'Your team has no workspace.' } }, { status: 404 }),
  );
  render(<FilesDialog chatId="c1" onClose={() => {}} />);
  expect(await screen.findAllByText('Your team has no workspace.')).toHaveLength(2);
});

it('opens a file to what it holds, as text, and goes on with the rest', async () => {
  const { container } = render(<FilesDialog chatId="c1" onClose={() => {}} />);
  fireEvent.click(await screen.findByRole('button', { name: 'a.txt' }));
  const view = await screen.findByRole('group', { name: 'a.txt' });
  await vi.waitFor(() => expect(view.textContent).toContain('<b>one</b>'));
  expect(view.textContent).toContain('U+202E');
  expect(container.querySelector('b')).toBeNull();
  fireEvent.click(within(view).getByRole('button', { name: 'Show more' }));
  await vi.waitFor(() => expect(view.textContent).toContain('three'));
  expect(view.textContent).toContain('two');
  expect(asked.slice(2)).toEqual([
    '/api/workspace/file?path=a.txt&offset=1',
    '/api/workspace/file?path=a.txt&offset=3',
  ]);
});

it('says of a file what the server refuses', async () => {
  const before = globalThis.fetch;
  vi.stubGlobal('fetch', async (path: string) =>
    path.startsWith('/api/workspace/file')
      ? Response.json({ error: { code: 'bad_request', message: 'It holds no text.' } }, { status: 400 })
      : before(path),
  );
  render(<FilesDialog chatId="c1" onClose={() => {}} />);
  fireEvent.click(await screen.findByRole('button', { name: 'a.txt' }));
  expect((await screen.findByRole('alert')).textContent).toBe('It holds no text.');
});
