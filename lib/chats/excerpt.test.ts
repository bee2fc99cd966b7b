/** Lines of messages in search results: without Markdown markup, and read only once, whatever they contain. */
import { expect, it } from 'vitest';
import { plainLine } from './excerpt';

it.each([
  ['# A **bold** [link](https://example.com/a_(b)) `code`', 'A bold link ) code'],
  ['- one\n  > two\n\n   --- three', '- one two three'],
  ['| a | b |\n| --- | :-: |\n| 1 | 2 |', 'a b 1 2'],
  ['a\u202eb', 'a<U+202E>b'],
])('%j is shown as %j', (text, line) => {
  expect(plainLine(text)).toBe(line);
});

it('takes no longer where somebody has made it long', () => {
  // One page of results.
  for (let nth = 0; nth < 20; nth += 1) {
    expect(plainLine(`needle${'\n'.repeat(60_000)}`)).toBe('needle');
    expect(plainLine(`needle${']('.repeat(30_000)}`)).toMatch(/^needle [ (]*$/);
  }
});
