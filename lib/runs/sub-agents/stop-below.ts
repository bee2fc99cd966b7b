import 'server-only';
import { afterCommit } from '@/db/after-commit';
import type { Transaction } from '@/db/client';
import { resultHash } from '@/lib/execution/ended';
import { advance, endUnsent } from '@/lib/execution/ledger';
import { findCallById } from '@/lib/store/calls';
import { countChange } from '@/lib/store/chats';
import { listAtWorkBelow, type SubRun } from '@/lib/store/conversation/sub-agents';
import { closeFormsOfRun } from '@/lib/store/forms';
import { markStopped } from '@/lib/store/runs';
import { notifier } from '../follow/notifications';
import { supersedeApprovals } from '../withdrawing/supersede';

/**
 * Stops every sub-agent below a run, lowest first: from here on none of their cards can be decided, and nothing more of
 * theirs is sent. The head of the tree is locked.
 */
export async function stopBelow(tx: Transaction, runId: string, why: string): Promise<void> {
  for (const sub of await listAtWorkBelow(tx, runId)) await stopSub(tx, sub, why);
}

/**
 * Stops one, and ends the call that began it. Once this is committed, nobody drives it, or whoever does is told to
 * stop.
 */
async function stopSub(tx: Transaction, { id, chatId, status }: SubRun, why: string): Promise<void> {
  await markStopped(tx, id);
  await supersedeApprovals(tx, id, why);
  await endUnsent(tx, id, why);
  await closeFormsOfRun(tx, id);
  await endCall(tx, chatId, why);
  await countChange(tx, chatId);
  if (status === 'running') afterCommit(() => notifier.send({ kind: 'stop', runId: id }));
}

/** Stops what a call has begun, with everything below it, which ends the call. The head of the tree is locked. */
export async function stopOf(tx: Transaction, sub: SubRun, why: string): Promise<void> {
  await stopBelow(tx, sub.id, why);
  await stopSub(tx, sub, why);
}

async function endCall(tx: Transaction, callId: string, why: string): Promise<void> {
  const call = await findCallById(tx, callId);
  if (call?.status !== 'dispatched') return;
  await advance(tx, call, 'abort', { error: why, resultHash: resultHash({ status: 'abort', text: why }) });
}
