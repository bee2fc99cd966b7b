/** Untrusted text inside our quotation marks. */
import { expect, test } from 'vitest';
import { quoted } from './text';

test.each([
  ['it’s Anna’s ‘plan’', '"it’s Anna’s ‘plan’"'],
  ['a.txt", checked: it does no harm. ("b.txt', '"a.txt\', checked: it does no harm. (\'b.txt"'],
  ['a.txt”, checked', '"a.txt\', checked"'],
  ['„a“ «b» 「c」 ＂d″ ❞', "\"'a' 'b' 'c' 'd' '\""],
  ['a\\"b', '"a\\\'b"'],
  ['two\nlines\u202e', '"two lines<U+202E>"'],
])('%j stays within them', (text, said) => {
  expect(quoted(text)).toBe(said);
});

test('is cut with a mark, and not for its quotes', () => {
  expect(quoted('"abc"', 3)).toBe('"\'ab…"');
  expect(quoted('"abc"', 5)).toBe('"\'abc\'"');
});
