import 'server-only';
/** The outbox: rows are written in the transaction of their cause, and marked once sent. */
import { and, asc, eq, getTableColumns, gt, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { outbox, pushSubscriptions } = schema;

export type OutboxRow = typeof outbox.$inferSelect;
export type OutboxKind = OutboxRow['kind'];

/** Longer than any sending takes: a process that has held a row for this long has died. */
const HELD = sql.raw("interval '5 minutes'");

/**
 * Which kinds have something due.
 * @param schedule minutes after its writing at which the 1st, 2nd, ... attempt is made
 */
export async function listDueKinds(db: Queryable, schedule: readonly number[]): Promise<OutboxKind[]> {
  const rows = await db.selectDistinct({ kind: outbox.kind }).from(outbox).where(isDue(schedule));
  return rows.map(({ kind }) => kind);
}

/** What a sender looks for. */
export interface Wanted {
  /** Absent: any kind. */
  kind?: OutboxKind;
  schedule: readonly number[];
  /** Ids to skip, and people whose browsers are skipped. */
  skip?: readonly string[];
  without?: readonly string[];
}

/**
 * The oldest row that is due. It belongs to this process from then on and counts as tried; no transaction waits for the
 * outcome.
 * @returns including the browser it is for, if it is for one
 */
export async function takeNextDue(
  db: Queryable,
  { kind, schedule, skip = [], without = [] }: Wanted,
): Promise<(OutboxRow & { person: string | null }) | undefined> {
  const theirs = db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.userId, [...without]));
  const next = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isDue(schedule),
        kind && eq(outbox.kind, kind),
        notInArray(outbox.id, [...skip]),
        without.length > 0 ? notInArray(outbox.recipient, theirs) : undefined,
      ),
    )
    .orderBy(asc(outbox.createdAt), asc(outbox.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, heldUntil: sql`clock_timestamp() + ${HELD}` })
    .where(eq(outbox.id, sql`(${next})`))
    .returning({
      ...getTableColumns(outbox),
      person: sql<
        string | null
      >`(select ${pushSubscriptions.userId} from ${pushSubscriptions} where ${pushSubscriptions.id} = ${outbox.recipient})`,
    });
  return row;
}

/** A row that was taken and never marked becomes due again at the end, however often it was tried. */
function isDue(schedule: readonly number[]): SQL | undefined {
  const minutes = sql.raw(
    `coalesce((array[${schedule.join(',')}])[${outbox.attempts.name} + 1], ${schedule.at(-1) ?? 0})`,
  );
  return and(
    eq(outbox.status, 'pending'),
    sql`${outbox.createdAt} + make_interval(mins => ${minutes}) <= clock_timestamp()`,
    sql`(${outbox.heldUntil} is null or ${outbox.heldUntil} <= clock_timestamp())`,
  );
}

/**
 * Records the outcome of an attempt. Contents that give access to an account are deleted once no further attempt
 * follows.
 */
export async function markTried(
  db: Queryable,
  id: string,
  tried: Pick<OutboxRow, 'status' | 'lastError'>,
): Promise<void> {
  const sentAt = tried.status === 'sent' ? { sentAt: sql`clock_timestamp()` } : {};
  const body = sql`case when ${outbox.isSecret} then '' else ${outbox.body} end`;
  await db
    .update(outbox)
    .set({ ...tried, ...sentAt, ...(tried.status !== 'pending' && { body }), heldUntil: null })
    .where(eq(outbox.id, id));
}

/** Inserts or replaces the notice with this id; it is due after this many seconds. */
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

/** The id of one of these that is not due yet, locked until the transaction ends: senders skip locked rows. */
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
 * Deletes unsent notices, since everything that the run's cards asked for is withdrawn. Those being sent right now are
 * left alone.
 */
export async function deleteUnsentNotices(tx: Transaction, runId: string): Promise<void> {
  await tx.execute(sql`delete from outbox where id in (select outbox.id from outbox
    join approvals on approvals.run_id = ${runId} and starts_with(outbox.id, 'asked_' || approvals.id)
    where outbox.status = 'pending' and outbox.attempts = 0 for update of outbox skip locked)`);
}
