/**
 * How a tool changes data, and how it looks at what a change would do: bound to one team, in one transaction,
 * and over as soon as its caller has gone.
 */
import { type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf, type Transaction } from './client';

/** Who works: what a tool's call context holds, and more than that is not needed. */
export interface Caller {
  readonly db: Database;
  readonly teamId: string;
  readonly signal: AbortSignal;
}

export interface TeamData {
  readonly teamId: string;
  /** The transaction. Asking for it throws when the caller has gone, so no query starts after an abort. */
  readonly db: Transaction;
  /** Whether what is looked at is about to be changed, and must stand still until then. */
  readonly locks: boolean;
}

/**
 * Runs `work` in a transaction. When it throws, or when the caller goes before the commit, nothing of it stays.
 * @throws what `work` throws, or the signal's reason
 */
export async function changeTeamData<Result>(
  caller: Caller,
  work: (data: TeamData) => Promise<Result>,
): Promise<Result> {
  caller.signal.throwIfAborted();
  return caller.db.transaction(async (tx) => {
    const result = await work(new Access(caller, tx, true));
    caller.signal.throwIfAborted();
    return result;
  });
}

/**
 * Runs `work` on one picture of the data. The database itself refuses every change and every row lock in it.
 * @throws what `work` throws, or the signal's reason
 */
export async function viewTeamData<Result>(
  caller: Caller,
  work: (data: TeamData) => Promise<Result>,
): Promise<Result> {
  caller.signal.throwIfAborted();
  return caller.db.transaction((tx) => work(new Access(caller, tx, false)), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

class Access implements TeamData {
  readonly #caller: Caller;
  readonly #tx: Transaction;

  constructor(
    caller: Caller,
    tx: Transaction,
    readonly locks: boolean,
  ) {
    this.#caller = caller;
    this.#tx = tx;
  }

  get teamId(): string {
    return this.#caller.teamId;
  }

  get db(): Transaction {
    this.#caller.signal.throwIfAborted();
    return this.#tx;
  }
}

/** The rows of a query; in a change they are locked, so that what was found is what will be changed. */
export async function held<Rows>(
  data: TeamData,
  query: PromiseLike<Rows> & { for(strength: 'update'): PromiseLike<Rows> },
): Promise<Rows> {
  return data.locks ? query.for('update') : query;
}

/** Of the given fields those that differ from the row; null when none does. Undefined counts as not given. */
export function differences<Fields extends object>(
  row: Fields,
  given: Partial<Fields>,
): Partial<Fields> | null {
  const entries = Object.entries(given).filter(
    ([key, value]) => value !== undefined && value !== Reflect.get(row, key),
  );
  return entries.length === 0 ? null : (Object.fromEntries(entries) as Partial<Fields>);
}

/** The moment of this transaction by the database's clock, to be written into a row. */
export const now: SQL<Date> = sql<Date>`now()`;

/** Today's date in UTC by the database's clock, such as "2026-11-20", some days later or years earlier. */
export async function today(data: TeamData, shift: { days?: number; years?: number } = {}): Promise<string> {
  const interval = sql`make_interval(years => ${shift.years ?? 0}::int, days => ${shift.days ?? 0}::int)`;
  const statement = sql`select ((now() at time zone 'utc') + ${interval})::date::text as today`;
  const [row] = await rowsOf<{ today: string }>(data.db, statement);
  if (!row) throw new Error('The database told no date.');
  return row.today;
}
