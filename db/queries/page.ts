/** What the queries share: pages by keyset, texts that contain something, and today. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

export interface Page<Position> {
  /** The position of the last row that was seen; null for the first page. */
  after: Position | null;
  /** Rows at most. */
  limit: number;
}

/** Whether a text column contains a text, upper and lower case alike; `%` and `_` mean themselves. */
export function contains(column: AnyColumn, text: string): SQL {
  const escaped = text.replace(/[\\%_]/g, (special) => `\\${special}`);
  return sql`${column} ilike ${`%${escaped}%`}`;
}

/** Today in UTC, by the database's clock. */
export const utcToday = sql`(now() at time zone 'utc')::date`;
