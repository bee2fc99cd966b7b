/** Today's date by the database's clock, as text. */
import { sql } from 'drizzle-orm';
import { rowsOf } from '../client';
import type { Caller } from './change';
import { utcToday } from './page';

/** Today in UTC, such as "2026-11-20", or that many days later or (negative) years earlier. */
export async function today(caller: Caller, shift: { days?: number; years?: number } = {}): Promise<string> {
  caller.signal.throwIfAborted();
  const interval = sql`make_interval(years => ${shift.years ?? 0}::int, days => ${shift.days ?? 0}::int)`;
  const statement = sql`select (${utcToday} + ${interval})::date::text as today`;
  const [row] = await rowsOf<{ today: string }>(caller.db, statement);
  if (!row) throw new Error('The database told no date.');
  return row.today;
}
