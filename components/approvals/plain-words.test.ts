import { expect, it } from 'vitest';
import { plainWords } from './plain-words';

it.each([
  ['This would delete **Halden Optics** (`cus_4f81`).', 'This would delete Halden Optics (cus_4f81).'],
  ['### Open\n- one_two\n- _three_', 'Open\none_two\nthree'],
  ['| Name | Open |\n|---|--:|\n| Pike | 3 |', 'Name, Open\nPike, 3'],
  ['s** and \\*stars\\* a \\| b', 's and *stars* a | b'],
  ['See [the list](https://a.test/x) 2 - 1 <b>bold</b>\u202e', 'See the list 2 - 1 <b>bold</b>\u202e'],
  ['\u00000\u0000', '\u00000\u0000'],
])('%j', (markdown, plain) => {
  expect(plainWords(markdown)).toBe(plain);
});
