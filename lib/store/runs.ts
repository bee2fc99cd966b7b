import 'server-only';
/** Runs: the answers of a chat, and calls of other clients. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { runs } = schema;

export type RunRow = typeof runs.$inferSelect;

/** A run, and the number that the process which holds it was given: with an older one nothing is written any more. */
export type HeldRun = Pick<RunRow, 'id' | 'fence'>;

export async function findRun(db: Queryable, id: string): Promise<RunRow | undefined> {
  const [run] = await db.select().from(runs).where(eq(runs.id, id));
  return run;
}

/** The run; no process takes it from here on as long as the transaction lasts. */
export async function keepRun(
  tx: Transaction,
  id: string,
): Promise<Pick<RunRow, 'status' | 'fence'> | undefined> {
  const { status, fence } = runs;
  const [run] = await tx.select({ status, fence }).from(runs).where(eq(runs.id, id)).for('share');
  return run;
}

/**
 * Says that this process is alive, of the runs that it drives.
 * @returns those that it still holds
 */
export function beatRuns(
  db: Database,
  ids: string[],
  owner: string,
): Promise<Pick<RunRow, 'id' | 'stopRequestedAt'>[]> {
  return db
    .update(runs)
    .set({ heartbeatAt: sql`now()` })
    .where(and(inArray(runs.id, ids), eq(runs.owner, owner), eq(runs.status, 'running')))
    .returning({ id: runs.id, stopRequestedAt: runs.stopRequestedAt });
}

/** This process still holds the run. */
export const isHeldBy = ({ id, fence }: HeldRun) =>
  and(eq(runs.id, id), eq(runs.status, 'running'), eq(runs.fence, fence));

/** No process has taken the run since it was read, and it has not been heard of. */
export const isStillDead = (run: RunRow) => and(isHeldBy(run), eq(runs.heartbeatAt, run.heartbeatAt));

export async function findHeldRun(db: Queryable, held: HeldRun): Promise<RunRow | undefined> {
  const [run] = await db.select().from(runs).where(isHeldBy(held));
  return run;
}

/** Asks the process that drives the chat's run to stop it. */
export async function markStopRequested(tx: Transaction, chatId: string): Promise<string | undefined> {
  const [run] = await tx
    .update(runs)
    .set({ stopRequestedAt: sql`now()` })
    .where(and(eq(runs.chatId, chatId), eq(runs.status, 'running')))
    .returning({ id: runs.id });
  return run?.id;
}
