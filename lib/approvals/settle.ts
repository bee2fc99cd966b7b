import 'server-only';
/**
 * The fate of a run's approvals: expiry, the release of held calls, and whether the run may continue. All in a
 * transaction that has locked the chat row first; that lock order keeps decisions, new messages and the end of a run's
 * segment from blocking or losing each other.
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
 * Brings the run's approvals up to date: marks expired ones and, once nothing waits for a person, releases what was
 * held.
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
 * Marks cards as expired; if too few people could have confirmed one, with that as the reason.
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
 * Settles a waiting run: if nothing of it waits any more, the run is taken in order to continue. A run that streams
 * continues by itself at the end of its segment.
 * @returns whether the caller must let the run continue now
 */
export async function settleWaitingRun(
  tx: Transaction,
  run: Pick<RunRow, 'id' | 'chatId' | 'status' | 'tokenId'>,
  owner: string,
): Promise<boolean> {
  const { complete } = await settle(tx, run.id);
  await countChange(tx, run.chatId);
  if (run.status !== 'waiting') return false;
  // A call of another client runs only for a client that waits for it: the process that serves such a client takes the
  // run.
  if (run.tokenId !== null) return false;
  if (!complete || (await listUnresolved(tx, run.id)).length > 0) return false;
  return (await takeRun(tx, run.id, owner)) !== undefined;
}

/** Whether something of the run itself waits for a person: a card, or a call with an unknown outcome. */
export async function whatWaits(tx: Transaction, runId: string): Promise<boolean> {
  const { complete } = await settle(tx, runId);
  return !complete || (await listUnresolved(tx, runId)).length > 0;
}
