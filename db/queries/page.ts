/** What the queries share: keyset pagination, text search, and today's date. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

export interface Page<Position> {
  /** The position of the last row of the page before; null for the first page. */
  after: Position | null;
  /** The most rows to return. */
  limit: number;
}

/** Whether a text column contains a text, ignoring case; `%` and `_` are matched literally. */
export function contains(column: AnyColumn, text: string): SQL {
  const escaped = text.replace(/[\\%_]/g, (special) => `\\${special}`);
  return sql`${column} ilike ${`%${escaped}%`}`;
}

/** Today in UTC, by the database's clock. */
export const utcToday = sql`(now() at time zone 'utc')::date`;
