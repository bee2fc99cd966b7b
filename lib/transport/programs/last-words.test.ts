/** Whatever a program writes besides its answers causes bounded work. */
import { expect, it } from 'vitest';
import { cleaner } from '../secrets';
import { LastWords } from './last-words';

const SECRET = 'correct-horse-battery-staple';

/** The text, and the length of each line that was cleaned for it. */
function listened() {
  const cleaned: (number | undefined)[] = [];
  const clean = cleaner([SECRET]);
  const words = new LastWords((text, most) => {
    cleaned.push(most);
    return clean(text, most);
  });
  return { words, cleaned };
}

it('nothing is cleaned that is not shown, of a flood neither, and what is shown once', () => {
  const { words, cleaned } = listened();
  const line = `${'://abcdefghijklm'.repeat(1_250)}\n`;
  for (let count = 0; count < 40; count++) words.hear(Buffer.from(line.repeat(50)));
  expect(cleaned).toEqual([]);
  expect(words.all()).toHaveLength(50);
  words.telling();
  words.all();
  expect(cleaned).toEqual(Array.from({ length: 50 }, () => 2_000));
});

it('of a flood the newest lines are kept, also those in pieces', () => {
  const { words } = listened();
  const count = 20_000;
  const all = Buffer.from(Array.from({ length: count }, (_, nth) => `line ${nth}\n\n`).join(''));
  for (let at = 0; at < all.length; at += 65_536) words.hear(all.subarray(at, at + 65_536));
  words.hear(Buffer.from(`the end${'\n'.repeat(5_000)}`));
  const newest = Array.from({ length: 49 }, (_, nth) => `line ${count - 49 + nth}`);
  expect(words.all()).toEqual([...newest, 'the end']);
});

it.each([480, 495, 1_980, 1_999, 2_240, 3_999, 19_990])(
  'no half of a secret is shown that stands behind %d characters',
  (before) => {
    for (const filler of ['x', `${SECRET} `, '\u001b[31m']) {
      const { words } = listened();
      words.hear(Buffer.from(`${filler.repeat(Math.ceil(before / filler.length))}${SECRET} and more\n`));
      for (const text of words.all()) {
        expect(text.length).toBeLessThanOrEqual(501);
        expect(text).not.toMatch(/corr|staple/);
      }
    }
  },
);

it('what a line is about is found in what has been cleaned', () => {
  const { words } = listened();
  words.hear(Buffer.from(`Starting\nError: ${SECRET} is no token\n    at x (y:1:1)\n`));
  expect(words.telling()).toBe('Error: [secret] is no token');
});
