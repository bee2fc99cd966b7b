/**
 * Keeps a tool's answer within 25,000 characters, counted over the final text with its notice. Lists lose whole rows,
 * and their cursor continues at the first row not shown; a single huge row, and anything that is not a list, is
 * shortened field by field.
 */
import { z } from 'zod';
import { shortenToFit } from './shorten';

/** The most characters (UTF-16 code units) of an answer's text. */
export const TEXT_LIMIT = 25_000;

/** The state of a list. `truncated` says what is missing and how to get it. */
export const pageMeta = z.strictObject({
  cursor: z.string().nullable().describe('Pass it as cursor to get the next page; null on the last one'),
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
  truncated: z.string().optional().describe('Present when the page was cut to fit: what is missing'),
});

export type PageMeta = z.output<typeof pageMeta>;

export interface PageOf<Row> {
  data: Row[];
  meta: PageMeta;
}

type Fields = Record<string, unknown>;

/** Too large even as an outline; the caller has to ask for less. */
export class TooLargeError extends Error {}

const fitsInText = (value: unknown): boolean => JSON.stringify(value).length <= TEXT_LIMIT;

/** The page itself, or as many of its first rows as fit, with the cursor moved accordingly. */
export function fitPage<Row extends Fields>(
  page: PageOf<Row>,
  cursorAfter: (row: Row) => string,
): PageOf<Row> {
  if (fitsInText(page)) return page;
  const firstRows = (count: number): PageOf<Row> =>
    cutPage(page, page.data.slice(0, count), cursorAfter, `Cut at ${TEXT_LIMIT} characters`);
  const count = largestThat(page.data.length - 1, (rows) => fitsInText(firstRows(rows)));
  if (count > 0) return firstRows(count);

  const first = page.data[0];
  if (!first) throw new TooLargeError();
  const only = (row: Row, leftOut: string[]): PageOf<Row> => {
    const what = ['Long fields were shortened', ...leftOut].join('; ');
    const cut = cutPage(page, [first], cursorAfter, what);
    return { data: [row], meta: cut.meta };
  };
  const shortened = shortenToFit(first, ({ value, leftOut }) => fitsInText(only(value, leftOut)));
  if (!shortened) throw new TooLargeError();
  return only(shortened.value, shortened.leftOut);
}

/** The object itself, or with its fields shortened and a `truncated` that says so. */
export function fitObject(value: Fields): Fields {
  if (fitsInText(value)) return value;
  const withNotice = (fields: Fields, leftOut: string[]): Fields => ({
    ...fields,
    truncated: `${['Long fields were shortened', ...leftOut].join('; ')}.`,
  });
  const shortened = shortenToFit(value, (candidate) =>
    fitsInText(withNotice(candidate.value, candidate.leftOut)),
  );
  if (!shortened) throw new TooLargeError();
  return withNotice(shortened.value, shortened.leftOut);
}

function cutPage<Row extends Fields>(
  page: PageOf<Row>,
  data: Row[],
  cursorAfter: (row: Row) => string,
  what: string,
): PageOf<Row> {
  const last = data.at(-1);
  const everything = data.length === page.data.length;
  const shown = `${data.length} of this page's ${page.data.length} rows`;
  const goOn = everything ? '' : ' Go on with the cursor, or ask for fewer rows or a narrower filter.';
  return {
    data,
    meta: {
      ...page.meta,
      cursor: everything || !last ? page.meta.cursor : cursorAfter(last),
      hasNextPage: everything ? page.meta.hasNextPage : true,
      truncated: `${what}: ${shown} are shown.${goOn}`,
    },
  };
}

/** The largest number from 1 to `most` that passes, by binary search; 0 if none does. */
function largestThat(most: number, passes: (count: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
