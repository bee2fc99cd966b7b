import 'server-only';
/** What is to leave, by mail or webhook: written in the transaction of its cause, marked when it has left. */
import { and, asc, eq, gt, inArray, notInArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { outbox } = schema;

export type OutboxRow = typeof outbox.$inferSelect;

/**
 * The oldest one that is due, locked as long as the transaction lasts; those that are locked are left out.
 * @param schedule minutes after its writing at which it is tried for the 1st, 2nd, ... time
 * @param skip ids that are left alone
 */
export async function lockNextDue(
  db: Queryable,
  schedule: readonly number[],
  skip: string[],
): Promise<OutboxRow | undefined> {
  const minutes = sql.raw(`(array[${schedule.join(',')}])[${outbox.attempts.name} + 1]`);
  const isDue = sql`${outbox.createdAt} + make_interval(mins => ${minutes}) <= clock_timestamp()`;
  const [row] = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.status, 'pending'), isDue, notInArray(outbox.id, skip)))
    .orderBy(asc(outbox.createdAt), asc(outbox.id))
    .limit(1)
    .for('update', { skipLocked: true });
  return row;
}

/** What became of a try. */
export async function markTried(
  db: Queryable,
  id: string,
  tried: Pick<OutboxRow, 'attempts' | 'status' | 'lastError'>,
): Promise<void> {
  const sentAt = tried.status === 'sent' ? { sentAt: sql`clock_timestamp()` } : {};
  await db
    .update(outbox)
    .set({ ...tried, ...sentAt })
    .where(eq(outbox.id, id));
}

/** Puts a notice in the place of the one of its id; it is due after so many seconds. */
export async function upsertNotice(
  tx: Transaction,
  notice: Omit<typeof outbox.$inferInsert, 'createdAt'>,
  seconds: number,
): Promise<void> {
  const createdAt = sql`clock_timestamp() + make_interval(secs => ${seconds})`;
  const { subject, body } = notice;
  await tx
    .insert(outbox)
    .values({ ...notice, createdAt })
    .onConflictDoUpdate({ target: outbox.id, set: { subject, body, createdAt } });
}

/**
 * Of these the id of one that is not due yet, held until the transaction ends: a sender leaves out what is held.
 */
export async function lockNoticeNotDue(tx: Transaction, ids: string[]): Promise<string | undefined> {
  const [open] = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        inArray(outbox.id, ids),
        eq(outbox.status, 'pending'),
        eq(outbox.attempts, 0),
        gt(outbox.createdAt, sql`clock_timestamp()`),
      ),
    )
    .limit(1)
    .for('update', { skipLocked: true });
  return open?.id;
}

/**
 * What was not on its way yet need not leave: all that the run's cards asked for is withdrawn. What is just being sent
 * is left alone.
 */
export async function deleteUnsentNotices(tx: Transaction, runId: string): Promise<void> {
  await tx.execute(sql`delete from outbox where id in (select outbox.id from outbox
    join approvals on approvals.run_id = ${runId} and starts_with(outbox.id, 'asked_' || approvals.id)
    where outbox.status = 'pending' and outbox.attempts = 0 for update of outbox skip locked)`);
}
