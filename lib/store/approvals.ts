import 'server-only';
/** Approvals: the cards that ask people, and the calls held beside them. */
import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { isPending } from '@/db/approval-keys';
import type { Database, Queryable, Transaction } from '@/db/client';
import { kept } from '@/db/kept';
import { schema } from '@/db/schema/all';
import { cardTime } from './card-time';
import { isHeldBack } from './conversation/holds';

const { approvals, approvalViews, calls, chats } = schema;

export type ApprovalRow = typeof approvals.$inferSelect;
/** Of a card; calls held beside it have no card that anybody sees. */
export type ApprovalStatus = Exclude<ApprovalRow['status'], 'held' | 'released'>;

/** A pending row past its expiry counts as `expired`, by the database's clock, whether or not it was swept yet. */
export const statusNow = sql<ApprovalStatus>`case when ${approvals.status} = 'pending' and ${approvals.expiresAt} <= ${cardTime}
  then 'expired' else ${approvals.status} end`;

/** The rule of a card whose call nobody may run any more. */
export const DENIED = 'denied';

/** The rule of a card whose call asks in every mode because of what it touches. */
export const ALWAYS = 'always';

/** It is pending and has not expired. */
export const isOpen = and(isPending(approvals), gt(approvals.expiresAt, cardTime)) as SQL;

/** `requestedAt` defaults to now. */
export type NewApproval = Omit<typeof approvals.$inferInsert, 'expiresAt'>;

/** Which calls the cards ask for. */
interface Asked {
  server: string;
  /** Null: every tool of the server. */
  tool: string | null;
  /** Null: anybody's. */
  requestedBy: string | null;
}

/** Pending cards of a team: those of one chat and its sub-agents, or by what they ask for. */
export type WaitingFor = { teamId: string } & ({ chatId: string } | Asked);

/**
 * @param openForHours how long it may wait
 * @param of the approval whose expiry it shares, since it was asked a moment after that one
 */
export async function insertApproval(
  db: Queryable,
  approval: NewApproval,
  openForHours: number,
  of?: string,
): Promise<ApprovalRow> {
  const end = sql`now() + make_interval(hours => ${openForHours}::int)`;
  const kept = sql`select requested_at, expires_at from ${approvals} where id = ${of}`;
  const times = of
    ? {
        requestedAt: sql`(select requested_at + interval '1 millisecond' from (${kept}) kept)`,
        expiresAt: sql`(select least(expires_at, ${end}) from (${kept}) kept)`,
      }
    : { expiresAt: end };
  const [row] = await db
    .insert(approvals)
    .values({ ...approval, ...times })
    .returning();
  if (!row) throw new Error('The approval was not stored.');
  return row;
}

/** Changes the reason of a pending card. */
export async function updateReason(tx: Transaction, id: string, reason: string): Promise<void> {
  const waits = and(eq(approvals.id, id), eq(approvals.status, 'pending'));
  await tx.update(approvals).set({ reason }).where(waits);
}

/** @returns false, with nothing changed, if it is no longer pending */
export async function markReplaced(
  tx: Transaction,
  id: string,
  by: Pick<ApprovalRow, 'decidedBy' | 'decidedSession'>,
): Promise<boolean> {
  const superseded = await tx
    .update(approvals)
    .set({ status: 'superseded', decidedAt: sql`now()`, ...by })
    .where(and(eq(approvals.id, id), eq(approvals.status, 'pending')))
    .returning({ id: approvals.id });
  return superseded.length > 0;
}

const placesOf = (db: Queryable, chatId: string) =>
  db
    .select({ id: chats.id })
    .from(chats)
    .where(or(eq(chats.id, chatId), eq(chats.rootId, chatId)));

/** A call that takes another back is also judged by the rules for that other call. */
const takesBack = sql`exists (select 1 from "runs" where "runs"."id" = ${approvals.runId} and "runs"."undoes" is not null)`;

function placeOf({ server, tool, requestedBy }: Asked) {
  const isIt = and(eq(approvals.server, server), tool === null ? undefined : eq(approvals.tool, tool));
  return [or(isIt, takesBack), requestedBy === null ? undefined : eq(approvals.requestedBy, requestedBy)];
}

/** Cards that are pending and not expired. */
export function listOpen(
  db: Queryable,
  { teamId, ...of }: WaitingFor,
): Promise<{ id: string; chatId: string }[]> {
  return db
    .select({ id: approvals.id, chatId: approvals.chatId })
    .from(approvals)
    .where(
      and(
        eq(approvals.teamId, teamId),
        ...('chatId' in of ? [inArray(approvals.chatId, placesOf(db, of.chatId))] : placeOf(of)),
        eq(approvals.kind, 'ask'),
        isOpen,
      ),
    );
}

/** A card, if it is pending and not expired. */
export async function findOpen(tx: Transaction, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await tx
    .select()
    .from(approvals)
    .where(and(eq(approvals.id, id), eq(approvals.kind, 'ask'), isOpen));
  return row;
}

/** Records once that a person has seen a pending card. */
export async function insertView(db: Database, id: string, userId: string): Promise<void> {
  const waiting = db
    .select({
      approvalId: approvals.id,
      userId: sql<string>`${userId}`.as('user_id'),
      at: sql`now()`.as('at'),
    })
    .from(approvals)
    .where(and(eq(approvals.id, id), eq(approvals.status, 'pending')));
  await db.insert(approvalViews).select(waiting).onConflictDoNothing();
}

/** Runs with a pending card that has expired. */
export function listRunsToExpire(db: Database): Promise<{ runId: string }[]> {
  return db
    .selectDistinct({ runId: approvals.runId })
    .from(approvals)
    .where(and(isPending(approvals), lte(approvals.expiresAt, cardTime)));
}

/** The preview on the card by which this call of the ledger was last confirmed; undefined if it showed none. */
export async function findShownPreview(db: Database, callId: string): Promise<ApprovalRow['preview']> {
  const [card] = await db
    .select({ preview: approvals.preview })
    .from(approvals)
    .innerJoin(calls, and(eq(calls.runId, approvals.runId), eq(calls.toolCallId, approvals.toolCallId)))
    .where(and(eq(calls.id, callId), eq(approvals.kind, 'ask'), eq(approvals.status, 'confirmed')))
    .orderBy(desc(approvals.requestedAt))
    .limit(1);
  return card?.preview ?? null;
}

/** The hash of what was shown on the card by which the call was last confirmed. */
export async function findConfirmedPreview(
  db: Database,
  { runId, toolCallId }: Pick<ApprovalRow, 'runId' | 'toolCallId'>,
): Promise<string | undefined> {
  const [card] = await db
    .select({ hash: approvals.previewHash })
    .from(approvals)
    .where(
      and(
        eq(approvals.runId, runId),
        eq(approvals.toolCallId, toolCallId),
        eq(approvals.kind, 'ask'),
        eq(approvals.status, 'confirmed'),
      ),
    )
    .orderBy(desc(approvals.requestedAt))
    .limit(1);
  return card?.hash;
}

/** Status of the run's newest card; a replacement precedes the card it replaced. `held`: confirmed, not to run yet. */
export async function findNewestStatus(
  db: Queryable,
  runId: string,
): Promise<ApprovalStatus | 'held' | undefined> {
  const [card] = await db
    .select({
      status: sql<ApprovalStatus | 'held'>`case when ${isHeldBack} then 'held' else ${statusNow} end`,
    })
    .from(approvals)
    .where(eq(approvals.runId, runId))
    .orderBy(desc(approvals.requestedAt), sql`(${approvals.status} = 'superseded')`)
    .limit(1);
  return card?.status;
}

export async function findNewestApproval(db: Queryable, runId: string): Promise<ApprovalRow | undefined> {
  const [card] = await db
    .select()
    .from(approvals)
    .where(eq(approvals.runId, runId))
    .orderBy(desc(approvals.requestedAt))
    .limit(1);
  return card;
}

/** The run's approvals, oldest first. */
export function listApprovalsOfRun(db: Queryable, runId: string): Promise<ApprovalRow[]> {
  return approvalsOfRun(db, { runId });
}

const approvalsOfRun = kept(['runId'], (db, { runId }) =>
  db.select().from(approvals).where(eq(approvals.runId, runId)).orderBy(approvals.requestedAt),
);

export const isPastTime = and(eq(approvals.status, 'pending'), lte(approvals.expiresAt, cardTime));

/** @param decisionReason why it could not be decided; null if nobody did */
export async function markExpired(tx: Transaction, id: string, decisionReason: string | null): Promise<void> {
  await tx
    .update(approvals)
    .set({ status: 'expired', decidedAt: sql`now()`, decisionReason })
    .where(and(eq(approvals.id, id), isPastTime));
}

/** Whether anything of the run waits: for a person, or for the end of a hold. */
export async function hasPending(tx: Transaction, runId: string): Promise<boolean> {
  return (await pendingOfRun(tx, { runId })).length > 0;
}

const pendingOfRun = kept(['runId'], (tx, { runId }) => {
  const isIt = and(eq(approvals.runId, runId), or(eq(approvals.status, 'pending'), isHeldBack));
  return tx.select({ id: approvals.id }).from(approvals).where(isIt).limit(1);
});

/** Releases what was held beside the run's cards. */
export async function markReleased(tx: Transaction, runId: string): Promise<void> {
  await tx
    .update(approvals)
    .set({ status: 'released' })
    .where(and(eq(approvals.runId, runId), eq(approvals.status, 'held')));
}

/** Whether anything was ever asked in the chat. */
export async function hasApproval(tx: Transaction, chatId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: approvals.id })
    .from(approvals)
    .where(eq(approvals.chatId, chatId))
    .limit(1);
  return rows.length > 0;
}

/**
 * Supersedes the run's approvals that have not been claimed. That is nobody's decision: who had confirmed one stays in
 * the record.
 * @param isUnsent also those that were claimed: their calls were not sent, and no process drives the run any more
 * @returns the ids of the tool calls
 */
export async function markSuperseded(
  tx: Transaction,
  runId: string,
  why: string,
  isUnsent: boolean,
): Promise<string[]> {
  const superseded = await tx
    .update(approvals)
    .set({ status: 'superseded', decisionReason: why, decidedAt: sql`now()`, decidedBy: null })
    .where(
      and(
        eq(approvals.runId, runId),
        inArray(approvals.status, ['pending', 'confirmed', 'held', 'released']),
        isUnsent ? undefined : isNull(approvals.claimedAt),
      ),
    )
    .returning({ toolCallId: approvals.toolCallId });
  return superseded.map(({ toolCallId }) => toolCallId);
}

/** The run's cards that wait for an admin, as they were asked. */
export function listWaitingForAdmins(tx: Transaction, runId: string): Promise<ApprovalRow[]> {
  const waits = and(
    eq(approvals.kind, 'ask'),
    eq(approvals.status, 'pending'),
    ne(approvals.requirement, 'ask'),
  );
  return tx
    .select()
    .from(approvals)
    .where(and(eq(approvals.runId, runId), waits))
    .orderBy(asc(approvals.requestedAt), asc(approvals.id));
}
