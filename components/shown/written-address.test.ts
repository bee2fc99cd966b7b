import { describe, expect, it } from 'vitest';
import { addressNote } from './written-address';

describe('addresses that lead elsewhere than they read', () => {
  it.each([
    ['https://\u0430pple.com/pay', '\u0430pple.com is really xn--pple-43d.com'],
    ['admin@\u0440\u0430ypal.com', '\u0440\u0430ypal.com is really xn--ypal-43d9g.com'],
    ['http://127.1/', '127.1 is really 127.0.0.1'],
    ['http://0x7f000001:80/', '0x7f000001:80 is really 127.0.0.1'],
    ['https://apple.com@evil.example/', 'apple.com@evil.example is really evil.example'],
    ['https://pay\u00adpal.com/', 'pay[U+00AD]pal.com is really paypal.com'],
    ['https://xn--pple-43d.com/pay', 'xn--pple-43d.com stands for letters of another script'],
    ['pay@mail.xn--pple-43d.com', 'mail.xn--pple-43d.com stands for letters of another script'],
    ['https://exa%2Fmple.com/', 'exa%2Fmple.com holds an encoded sign and leads elsewhere in each program'],
    ['https://apple.com%2F@evil.example/', 'apple.com%2F@evil.example is really evil.example'],
    ['https://apple.com @evil.example/pay', 'apple.com @evil.example is really evil.example'],
    ['http://[::ffff:169.254.169.254]/', '[::ffff:169.254.169.254] is really 169.254.169.254'],
    ['(http://[::ffff:a9fe:a9fe]:80)', '[::ffff:a9fe:a9fe]:80 is really 169.254.169.254'],
    ['http://[0:0:0:0:0:0:0:1], says it', '[0:0:0:0:0:0:0:1] is really [::1]'],
    ['Go to http://127.1, or to HTTP:\\\\127.1', '127.1 is really 127.0.0.1'],
  ])('%s', (text, note) => {
    expect(addressNote(text)).toBe(note);
  });

  it.each([
    'https://example.com/a?b=http://example.org',
    'HTTPS://EXAMPLE.COM:8443/x.',
    'mia@example.com, ada@sub.example.org',
    'http://127.0.0.1:3000/ and http://[::1]/',
    '[see http://[::1]:3000]. Or [https://example.com]',
    'https://example.com or mail to mia@example.com',
    'At 10:30: see //there, or "a@b".',
    '\u041f\u0440\u0438\u0432\u0435\u0442. \u041a\u0430\u043a',
  ])('says nothing of %s', (text) => {
    expect(addressNote(text)).toBeNull();
  });

  it('names three and counts the others', () => {
    const text = Array.from({ length: 5 }, (_, at) => `http://1.${at + 1}/`).join(' ');
    expect(addressNote(text)).toMatch(/^1\.1 is really 1\.0\.0\.1, .+, .+, and 2 more$/);
  });
});
