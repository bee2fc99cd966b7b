import { describe, expect, test } from 'vitest';
import { fitObject, fitPage, type PageOf, TEXT_LIMIT, TooLargeError } from './fit';
import { shortenText } from './shorten';

interface Row extends Record<string, unknown> {
  id: string;
  text: string;
}

const sizeOf = (value: unknown) => JSON.stringify(value).length;
const cursorAfter = (row: Row) => `after-${row.id}`;
const rowsOf = (count: number, length: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `row-${index}`, text: 'x'.repeat(length) }));
const pageWith = (data: Row[], cursor: string | null = null): PageOf<Row> => ({
  data,
  meta: { cursor, hasNextPage: cursor !== null, hasPreviousPage: false },
});

describe('a page', () => {
  test('that fits is left alone', () => {
    const page = pageWith(rowsOf(3, 10), 'next');
    expect(fitPage(page, cursorAfter)).toBe(page);
  });

  test.each([
    [100, 300],
    [20, 2_000],
    [2, 20_000],
    [100, 24_700],
  ])(
    'of %i rows with %i characters loses rows from the end, and the cursor names the last one shown',
    (count, length) => {
      const page = pageWith(rowsOf(count, length), 'next');
      const fitted = fitPage(page, cursorAfter);
      expect(sizeOf(fitted)).toBeLessThanOrEqual(TEXT_LIMIT);
      expect(fitted.data).toEqual(page.data.slice(0, fitted.data.length));
      expect(fitted.data.length).toBeGreaterThan(0);
      expect(fitted.data.length).toBeLessThan(count);
      expect(fitted.meta).toMatchObject({ cursor: `after-row-${fitted.data.length - 1}`, hasNextPage: true });
      expect(fitted.meta.truncated).toContain(`${fitted.data.length} of this page's ${count} rows`);
    },
  );

  test('is cut as little as possible', () => {
    const fitted = fitPage(pageWith(rowsOf(100, 1_000)), cursorAfter);
    expect(sizeOf(fitted) + sizeOf(rowsOf(1, 1_000)[0])).toBeGreaterThan(TEXT_LIMIT);
  });

  test('just at the limit is left alone, one character more is not', () => {
    const room = TEXT_LIMIT - sizeOf(pageWith([{ id: 'a', text: '' }]));
    const exact = pageWith([{ id: 'a', text: 'x'.repeat(room) }]);
    expect(sizeOf(exact)).toBe(TEXT_LIMIT);
    expect(fitPage(exact, cursorAfter)).toBe(exact);
    const more = fitPage(pageWith([{ id: 'a', text: 'x'.repeat(room + 1) }]), cursorAfter);
    expect(more.meta.truncated).toBeDefined();
    expect(sizeOf(more)).toBeLessThanOrEqual(TEXT_LIMIT);
  });

  test.each([
    ['plain letters', 'x'.repeat(90_000)],
    ['what JSON has to escape', '"\\\n\u0001'.repeat(30_000)],
    ['characters of two units', '🧾'.repeat(50_000)],
    ['Chinese', '發票'.repeat(50_000)],
  ])('with one huge row of %s shows that row, shortened and saying by how much', (_, text) => {
    const fitted = fitPage(
      pageWith([
        { id: 'huge', text },
        { id: 'next', text: 'small' },
      ]),
      cursorAfter,
    );
    const [row] = fitted.data;
    expect(sizeOf(fitted)).toBeLessThanOrEqual(TEXT_LIMIT);
    expect(fitted.data).toHaveLength(1);
    expect(fitted.meta).toMatchObject({ cursor: 'after-huge', hasNextPage: true });
    const [, kept = '', missing] = /^(.*)… \[(\d+) more characters\]$/su.exec(row?.text ?? '') ?? [];
    expect(text.startsWith(kept)).toBe(true);
    expect(kept.length + Number(missing)).toBe(text.length);
    expect(kept.isWellFormed()).toBe(true);
  });

  test('whose only row is huge stays the last page', () => {
    const fitted = fitPage(pageWith(rowsOf(1, 90_000)), cursorAfter);
    expect(fitted.meta).toMatchObject({ cursor: null, hasNextPage: false });
    expect(fitted.meta.truncated).toBeDefined();
  });
});

describe('an object', () => {
  test('that fits is left alone', () => {
    const value = { id: 'a', lines: [1, 2, 3] };
    expect(fitObject(value)).toBe(value);
  });

  test('keeps its short fields and says how many items of a long list are left out', () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => ({
      position: index,
      description: `Line ${index}`,
    }));
    const fitted = fitObject({ id: 'inv_1', total: '450.00', lines }) as {
      lines: unknown[];
      truncated: string;
    };
    expect(sizeOf(fitted)).toBeLessThanOrEqual(TEXT_LIMIT);
    expect(fitted).toMatchObject({ id: 'inv_1', total: '450.00' });
    expect(fitted.lines).toEqual(lines.slice(0, fitted.lines.length));
    expect(fitted.truncated).toContain(`lines: ${5_000 - fitted.lines.length} of 5000 left out`);
  });

  test('of endlessly many fields is refused rather than shown in part', () => {
    const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`field${index}`, index]));
    expect(() => fitObject(many)).toThrow(TooLargeError);
  });
});

test('a text hardly longer than its cap stays whole: the mark would be longer than the rest', () => {
  expect(shortenText('x'.repeat(110), 100)).toBe('x'.repeat(110));
});
