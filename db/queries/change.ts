/**
 * How a tool changes data, and how it looks at what a change would do: limited to one team, in one transaction, and
 * over as soon as its caller has gone.
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database, Queryable, Transaction } from '@/db/client';
import { teams } from '@/db/schema/auth';
import { assertUnsealed, noteEffect } from './effects';

/** The caller: the part of a tool's call context that is needed here. */
export interface Caller {
  readonly db: Queryable;
  readonly teamId: string;
  readonly signal: AbortSignal;
}

/** A caller within a transaction. */
export interface TeamData extends Caller {
  /** Reading it throws once the caller has gone, so no query starts after an abort. */
  readonly db: Transaction;
  /** Whether what is read is about to be changed, and must not change until then. */
  readonly locks: boolean;
}

type Outermost = Caller & { readonly db: Database };

/** A caller may give the call's id: then the fact that it took effect is written with the change. */
type Changer = Outermost & { readonly callId?: string | undefined };

/**
 * Runs `work` in a transaction. If it throws, or the caller goes or gives up the call before the commit, everything is
 * rolled back.
 * @throws what `work` throws, SealedCallError, or the signal's reason
 */
export async function changeTeamData<Result>(
  caller: Changer,
  work: (data: TeamData) => Promise<Result>,
): Promise<Result> {
  caller.signal.throwIfAborted();
  const { callId, teamId } = caller;
  return caller.db.transaction(async (tx) => {
    const data = new Access(caller, tx, true);
    if (callId !== undefined) await noteEffect(data, { callId, teamId });
    const result = await work(data);
    if (callId !== undefined) await assertUnsealed(data, { callId, teamId });
    caller.signal.throwIfAborted();
    return result;
  });
}

/**
 * Runs `work` on one snapshot. The database itself refuses every change and every row lock in it.
 * @throws what `work` throws, or the signal's reason
 */
export async function viewTeamData<Result>(
  caller: Outermost,
  work: (data: TeamData) => Promise<Result>,
): Promise<Result> {
  caller.signal.throwIfAborted();
  return caller.db.transaction(async (tx) => {
    // Sent ahead of all reads, without waiting for it. After the first read the database would refuse it.
    const setting = tx.setTransaction({ isolationLevel: 'repeatable read', accessMode: 'read only' });
    const [result] = await Promise.all([work(new Access(caller, tx, false)), setting]);
    return result;
  });
}

class Access implements TeamData {
  readonly teamId: string;
  readonly signal: AbortSignal;
  readonly #tx: Transaction;

  constructor(
    caller: Caller,
    tx: Transaction,
    readonly locks: boolean,
  ) {
    this.teamId = caller.teamId;
    this.signal = caller.signal;
    this.#tx = tx;
  }

  get db(): Transaction {
    this.signal.throwIfAborted();
    return this.#tx;
  }
}

/**
 * In a change: waits for others who are changing this row of the team, and locks it, so that what is read next stays
 * true.
 */
export async function hold(
  data: TeamData,
  table: PgTable & { id: PgColumn; teamId: PgColumn },
  id: string,
): Promise<void> {
  if (!data.locks) return;
  await data.db.execute(
    sql`select 1 from ${table} where ${table.teamId} = ${data.teamId} and ${table.id} = ${id} for update`,
  );
}

/**
 * In a change: from here to its end, no other change of the team gives out invoice numbers, adds drafts or removes
 * members. So two changes cannot find the same number free, nor each count the other's admin as the one who stays. Rows
 * that only refer to the team are not blocked. Call it before any `hold`, or two changes may deadlock.
 */
export async function lockTeam(data: TeamData): Promise<void> {
  if (!data.locks) return;
  await data.db.select({ id: teams.id }).from(teams).where(eq(teams.id, data.teamId)).for('no key update');
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
