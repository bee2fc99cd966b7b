import 'server-only';
/**
 * What becomes of a run's approvals: expiry, the release of held calls, and whether the run may go on. All in a
 * transaction that has locked the chat row first; that lock order is what keeps decisions, new messages and
 * the end of a run's segment from blocking or losing each other.
 */

import { and, desc, eq, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { advanceAll } from '@/lib/execution/ledger';
import { openUnknownCalls } from '@/lib/execution/unresolved';
import { LACKING_HELPS, lackingAdmins, lackingWords } from '@/lib/rules/confirmers';
import { confirmedBy, confirmers } from '@/lib/store/approval-cards';
import type { ApprovalRow } from '@/lib/store/approvals';
import { cardTime } from '@/lib/store/card-time';
import type { RunRow } from '@/lib/store/runs';
import { countChange } from './stored-message';

const { approvals, chats, runs } = schema;

export type ChatRow = typeof chats.$inferSelect;

/**
 * Locks the chat; every transaction that touches its run, messages or approvals begins with this. What else it
 * reads it must read afterwards: only the chat itself is given as it stands once the lock is held.
 */
export async function lockChat(tx: Transaction, chatId: string): Promise<ChatRow | undefined> {
  const [chat] = await tx.select().from(chats).where(eq(chats.id, chatId)).for('update');
  return chat;
}

/** The chat's newest run. */
export async function latestRun(tx: Transaction, chatId: string): Promise<RunRow | undefined> {
  const [run] = await tx
    .select()
    .from(runs)
    .where(eq(runs.chatId, chatId))
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(1);
  return run;
}

/**
 * Brings the run's approvals up to date: what is past its time expires; once nothing waits for a person, what
 * was held is released.
 * @returns the rows as they are then, and whether nothing waits for a person any more
 */
export async function settle(
  tx: Transaction,
  runId: string,
): Promise<{ rows: ApprovalRow[]; complete: boolean }> {
  const ofRun = eq(approvals.runId, runId);
  const pending = and(ofRun, eq(approvals.status, 'pending'));
  await advanceAll(tx, runId, await expire(tx, and(pending, lte(approvals.expiresAt, cardTime))), 'expired');
  const open = await tx.select({ id: approvals.id }).from(approvals).where(pending).limit(1);
  const complete = open.length === 0;
  if (complete) {
    await tx
      .update(approvals)
      .set({ status: 'released' })
      .where(and(ofRun, eq(approvals.status, 'held')));
  }
  return { rows: await approvalsOfRun(tx, runId), complete };
}

/**
 * Expires what is past its time; where too few people could have confirmed it, with that as the reason.
 * @returns ids of the tool calls
 */
async function expire(tx: Transaction, past: SQL | undefined): Promise<string[]> {
  const { id, toolCallId, requirement } = approvals;
  const due = await tx
    .select({ id, toolCallId, requirement, confirmedBy, confirmers })
    .from(approvals)
    .where(past);
  for (const one of due) {
    const why = lackingAdmins(one) > 0 ? lackingWords(one, 'the person who asked', 'had') : null;
    const decisionReason = why && `Nobody could confirm it: ${why}. ${LACKING_HELPS}`;
    await tx
      .update(approvals)
      .set({ status: 'expired', decidedAt: sql`now()`, decisionReason })
      .where(and(eq(id, one.id), past));
  }
  return due.map((one) => one.toolCallId);
}

/** The run's approvals as they stand, oldest first. */
export async function approvalsOfRun(db: Queryable, runId: string): Promise<ApprovalRow[]> {
  return db.select().from(approvals).where(eq(approvals.runId, runId)).orderBy(approvals.requestedAt);
}

/**
 * Settles a run that waits: when its set is complete, the run is taken to go on. A run that streams goes on by itself at
 * the end of its segment.
 * @returns whether the caller must let the run go on now
 */
export async function settleWaitingRun(
  tx: Transaction,
  run: Pick<RunRow, 'id' | 'chatId' | 'status' | 'tokenId'>,
  owner: string,
): Promise<boolean> {
  const { complete } = await settle(tx, run.id);
  await countChange(tx, run.chatId);
  if (run.status !== 'waiting') return false;
  // Another client's call runs only for a client that waits for it: whichever process that has asked takes the run.
  if (run.tokenId !== null) return false;
  if (!complete || (await openUnknownCalls(tx, run.id)).length > 0) return false;
  return takeRun(tx, run.id, owner);
}

/** Whether a card of the run waits for a person: a decision, or a call whose outcome is unknown. */
export async function whatWaits(tx: Transaction, runId: string): Promise<boolean> {
  const { complete } = await settle(tx, runId);
  return !complete || (await openUnknownCalls(tx, runId)).length > 0;
}

/**
 * Takes a run that stands still, for this process to drive. From here on no other writes for it.
 * @returns false when it goes on already
 */
export async function takeRun(tx: Transaction, runId: string, owner: string): Promise<boolean> {
  const taken = await tx
    .update(runs)
    .set({
      status: 'running',
      owner,
      fence: sql`${runs.fence} + 1`,
      heartbeatAt: sql`now()`,
      stopRequestedAt: null,
      endedAt: null,
      error: null,
    })
    .where(and(eq(runs.id, runId), ne(runs.status, 'running')))
    .returning({ id: runs.id });
  return taken.length === 1;
}
