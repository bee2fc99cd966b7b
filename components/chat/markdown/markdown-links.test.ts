import { describe, expect, it } from 'vitest';
import { shownLink } from '@/components/tool-call/result/shown-link';
import { imageWords } from './markdown-node';

describe('links of an answer', () => {
  it('always show their host', () => {
    expect(shownLink('https://example.com/a', 'our page')).toMatchObject({
      note: 'example.com',
      deceptive: false,
    });
    expect(shownLink('https://example.com:8443/', 'x')?.note).toBe('example.com:8443');
    expect(shownLink('mailto:paula%40bramwell.example?subject=x', 'Paula')?.note).toBe(
      'paula@bramwell.example',
    );
  });

  it('stand alone when their text is the address', () => {
    for (const text of ['https://example.com/a', 'example.com']) {
      expect(shownLink('https://example.com/a', text)).toMatchObject({ note: null, deceptive: false });
    }
  });

  it.each([
    ['https://safe.example/login', 'https://evil.example/'],
    ['safe.example', 'https://safe.example.evil.example/'],
    ['https://apple.com/pay', 'https://\u0430pple.com/pay'],
    ['www.safe.example', 'https://evil.example/www.safe.example'],
  ])('do not show a text (%s) that names another place', (text, href) => {
    expect(shownLink(href, text)).toMatchObject({ deceptive: true });
  });

  it('show another script in its unmistakable form', () => {
    expect(shownLink('https://\u0430pple.com/pay', 'pay')?.note).toBe('xn--pple-43d.com');
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x/y',
    'irc://x/y',
    '//evil.example',
    '/chat/1',
    '#top',
    'https://safe.example@evil.example/',
    'https://',
    '',
  ])('are only http, https and mailto: not %s', (href) => {
    expect(shownLink(href, 'x')).toBeNull();
  });

  it('put words in the place of an image', () => {
    expect(imageWords('https://c00m.canary.test/p.png?q=1', 'a chart')).toBe(
      '[image: a chart, c00m.canary.test]',
    );
    expect(imageWords('/local.png', '')).toBe('[image]');
  });
});
