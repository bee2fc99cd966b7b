import 'server-only';
/** Confirmed calls that are held before they run, until the time in their rows. */
import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { isHolding } from '@/db/approval-keys';
import type { Database, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { approvals, chats, runs } = schema;

type ApprovalRow = typeof approvals.$inferSelect;

/** Confirmed, and still within the time in which it can be taken back; by the database's clock. */
export const isHeldBack = sql<boolean>`(${isHolding(approvals)} and ${approvals.holdUntil} > now())`;

/** Something else of the run waits: another card, another hold, a call with an unknown outcome, or a sub-agent. */
const waitsForMore = sql`(exists (select 1 from "approvals" other where other.run_id = ${runs.id}
    and (other.status = 'pending' or other.status = 'confirmed' and other.hold_until > now() and other.claimed_at is null))
  or exists (select 1 from "calls" unsure where unsure.run_id = ${runs.id} and unsure.status = 'unknown'
    and unsure.resolution is null)
  or exists (select 1 from "calls" under_way join "runs" below on below.chat_id = under_way.id and below.root_run_id is not null
    where under_way.run_id = ${runs.id} and below.status in ('running', 'waiting')))`;

/**
 * Runs that waited only for a hold that has now ended. A call of another client runs only while that client waits for
 * it.
 */
export function listRunsToRelease(db: Database): Promise<{ runId: string }[]> {
  return db
    .selectDistinct({ runId: approvals.runId })
    .from(approvals)
    .innerJoin(runs, eq(runs.id, approvals.runId))
    .where(
      and(
        isHolding(approvals),
        lte(approvals.holdUntil, sql`now()`),
        eq(runs.status, 'waiting'),
        isNull(runs.tokenId),
        sql`not ${waitsForMore}`,
      ),
    )
    .limit(MOST_RELEASED);
}

/** How many runs are handled at once; the rest follow a second later. */
const MOST_RELEASED = 100;

/** What is held in a run, or in a chat with its sub-agents, and can be taken back; oldest first. */
export function listHeldBack(tx: Transaction, chatId: string): Promise<{ row: ApprovalRow }[]> {
  return tx
    .select({ row: approvals })
    .from(approvals)
    .innerJoin(chats, eq(chats.id, approvals.chatId))
    .where(and(or(eq(chats.id, chatId), eq(chats.rootId, chatId)), isHolding(approvals)))
    .orderBy(asc(approvals.requestedAt));
}

/** Ends a hold without running the call, although nobody took it back: it stays confirmed, but is no longer held. */
export async function endHold(
  tx: Transaction,
  { runId, toolCallId }: Pick<ApprovalRow, 'runId' | 'toolCallId'>,
): Promise<void> {
  const isIt = and(eq(approvals.runId, runId), eq(approvals.toolCallId, toolCallId), isHolding(approvals));
  await tx.update(approvals).set({ holdUntil: null }).where(isIt);
}

/** @returns whether it was held, and is now taken back; not once it was claimed */
export async function takeBackHeld(
  tx: Transaction,
  id: string,
  by: Pick<ApprovalRow, 'decidedBy' | 'decidedSession' | 'decisionReason'>,
): Promise<boolean> {
  const taken = await tx
    .update(approvals)
    .set({ status: 'cancelled', decidedAt: sql`now()`, ...by })
    .where(and(eq(approvals.id, id), isHolding(approvals)))
    .returning({ id: approvals.id });
  return taken.length > 0;
}
