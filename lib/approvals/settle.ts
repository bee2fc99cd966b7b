import 'server-only';
/**
 * What becomes of a run's approvals: expiry, the release of held calls, and whether the run may go on. All in a
 * transaction that has locked the chat row first; that lock order is what keeps decisions, new messages and
 * the end of a run's segment from blocking or losing each other.
 */

import type { Transaction } from '@/db/client';
import { advanceAll } from '@/lib/execution/ledger';
import { LACKING_HELPS, lackingAdmins, lackingWords } from '@/lib/rules/confirmers';
import { listPastTime } from '@/lib/store/approval-cards';
import {
  type ApprovalRow,
  hasPending,
  listApprovalsOfRun,
  markExpired,
  markReleased,
} from '@/lib/store/approvals';
import { listUnresolved } from '@/lib/store/calls';
import { countChange } from '@/lib/store/chats';
import { type RunRow, takeRun } from '@/lib/store/runs';

/**
 * Brings the run's approvals up to date: what is past its time expires; once nothing waits for a person, what
 * was held is released.
 * @returns the rows as they are then, and whether nothing waits for a person any more
 */
export async function settle(
  tx: Transaction,
  runId: string,
): Promise<{ rows: ApprovalRow[]; complete: boolean }> {
  await advanceAll(tx, runId, await expire(tx, runId), 'expired');
  const complete = !(await hasPending(tx, runId));
  if (complete) await markReleased(tx, runId);
  return { rows: await listApprovalsOfRun(tx, runId), complete };
}

/**
 * Expires what is past its time; where too few people could have confirmed it, with that as the reason.
 * @returns ids of the tool calls
 */
async function expire(tx: Transaction, runId: string): Promise<string[]> {
  const due = await listPastTime(tx, runId);
  for (const one of due) {
    const why = lackingAdmins(one) > 0 ? lackingWords(one, 'the person who asked', 'had') : null;
    await markExpired(tx, one.id, why && `Nobody could confirm it: ${why}. ${LACKING_HELPS}`);
  }
  return due.map((one) => one.toolCallId);
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
  if (!complete || (await listUnresolved(tx, run.id)).length > 0) return false;
  return (await takeRun(tx, run.id, owner)) !== undefined;
}

/** Whether a card of the run itself waits for a person: a decision, or a call whose outcome is unknown. */
export async function whatWaits(tx: Transaction, runId: string): Promise<boolean> {
  const { complete } = await settle(tx, runId);
  return !complete || (await listUnresolved(tx, runId)).length > 0;
}
