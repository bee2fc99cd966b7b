import { describe, expect, it } from 'vitest';
import { isLight, mayLayOut } from './markdown-cost';

const row = '| Halden Optics | SO-2291 | 2026-03-31 | EUR 1,240.00 |\n';
const paragraph = 'Halden Optics owes **EUR 1,240.00**, see [the invoice](https://example.com/i/1).\n\n';

describe('the cost of a layout', () => {
  it.each([
    ['a sentence', 'Nothing was deleted.'],
    ['a table', `| Customer | Order | Due | Amount |\n|---|---|---|---|\n${row.repeat(40)}`],
    ['an answer of a page', paragraph.repeat(30)],
    ['a list in a list in a list', '- a\n  - b\n    - c\n> > quoted\n'],
    ['a ruler', `${'-'.repeat(300)}\n`],
  ])('is light: %s', (_what, text) => {
    expect(isLight(text)).toBe(true);
    expect(mayLayOut(text)).toBe(true);
  });

  it('is bearable but not light: a report of many pages', () => {
    const text = paragraph.repeat(400);
    expect(isLight(text)).toBe(false);
    expect(mayLayOut(text)).toBe(true);
  });

  it.each([
    ['asterisks in a row', `${'*'.repeat(50_000)}a${'*'.repeat(50_000)}`],
    ['emphasis without end', '*a*'.repeat(30_000)],
    ['quotes in quotes', `${'>'.repeat(20_000)} a`],
    ['quotes apart', `${'> '.repeat(20)}a`],
    ['lists in lists', '- > '.repeat(1000)],
    ['lists far to the right', `- a\n${' '.repeat(80)}- b`],
    ['links that never end', '[a](b'.repeat(15_000)],
    ['headings', '# a\n'.repeat(20_000)],
    ['a very long text', 'word '.repeat(30_000)],
  ])('is too much: %s', (_what, text) => {
    expect(mayLayOut(text)).toBe(false);
    expect(isLight(text)).toBe(false);
  });
});
