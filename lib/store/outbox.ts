import 'server-only';
/** What is to leave: written in the transaction of its cause, marked when it has left. */
import { and, asc, eq, getTableColumns, gt, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { outbox, pushSubscriptions } = schema;

export type OutboxRow = typeof outbox.$inferSelect;
export type OutboxKind = OutboxRow['kind'];

/** Longer than anything is on its way: whoever holds a row for so long has died. */
const HELD = sql.raw("interval '5 minutes'");

/**
 * Which kinds have something that is due.
 * @param schedule minutes after its writing at which something is tried for the 1st, 2nd, ... time
 */
export async function listDueKinds(db: Queryable, schedule: readonly number[]): Promise<OutboxKind[]> {
  const rows = await db.selectDistinct({ kind: outbox.kind }).from(outbox).where(isDue(schedule));
  return rows.map(({ kind }) => kind);
}

/** What a sender looks for. */
export interface Wanted {
  /** Absent: of every kind. */
  kind?: OutboxKind;
  schedule: readonly number[];
  /** Ids that are left alone, and people whose browsers are. */
  skip?: readonly string[];
  without?: readonly string[];
}

/**
 * The oldest one that is due. It is this process's from then on, and counts as tried, though no transaction waits for what
 * becomes of it.
 * @returns with whose browser it is for, if it is for one
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

/** One that was taken and never marked is due once more at its end, however often it was tried. */
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

/** What became of a try. Of what gives an account to whoever reads it nothing is kept once no other try follows. */
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

/** Puts a notice in the place of the one of its id; it is due after this many seconds. */
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
 * The id of one of these that is not due yet, held until the transaction ends: a sender leaves out what is held.
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
