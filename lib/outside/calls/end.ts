import 'server-only';
/**
 * How calls of other clients end while nobody drives them: withdrawn with their token, unused for too long, or left by
 * a process that died.
 */
import type { Database, Transaction } from '@/db/client';
import { settle } from '@/lib/approvals/settle';
import { endUnsent, isFinal } from '@/lib/execution/ledger';
import { settleLeft } from '@/lib/execution/settle-left';
import { supersedeApprovals } from '@/lib/runs/withdrawing/supersede';
import { listApprovalsOfRun } from '@/lib/store/approvals';
import { listCallsOfRun } from '@/lib/store/calls';
import { lockChat, touchChat } from '@/lib/store/chats';
import { deleteUnsentNotices } from '@/lib/store/outbox';
import {
  findLapsed,
  listLapsedRuns,
  listWaitingRuns,
  listWaitingRunsAt,
  markAnswered,
  markDone,
  markLeft,
  markOver,
  markStoppedAt,
  markWaiting,
} from '@/lib/store/outside/outside-runs';
import { tokenHolds } from '@/lib/store/outside/tokens';
import type { HeldRun, RunRow } from '@/lib/store/runs';
import { markStopRequested } from '@/lib/store/runs';
import { tellAsked } from './message';

const LAPSED = 'The decision was not used in time: the client did not ask again.';

/** The reason shown on the card and in the record; the client is told it together with the fact that nothing ran. */
export const WITHDRAWN = 'Its client called it off.';

const REVOKED = 'The token with which this was asked was revoked.';
const TAKEN_AWAY = 'The token with which this was asked may not use this server any more.';

/**
 * A token was revoked: withdraws the calls that wait in its chat, and stops those in progress before anything more is
 * sent. A call whose card is being made right now is withdrawn when it starts to wait.
 */
export async function endCallsOf(tx: Transaction, chatId: string): Promise<void> {
  await lockChat(tx, chatId);
  await markStopRequested(tx, chatId);
  for (const run of await listWaitingRuns(tx, chatId)) await withdraw(tx, run, REVOKED);
  await touchChat(tx, chatId);
}

/** A token lost access to a server: does the same to its calls of that server. A call that was already sent is given up. */
export async function endCallsAt(tx: Transaction, chatId: string, server: string): Promise<void> {
  await lockChat(tx, chatId);
  await markStoppedAt(tx, chatId, server);
  for (const run of await listWaitingRunsAt(tx, chatId, server)) await withdraw(tx, run, TAKEN_AWAY);
  await touchChat(tx, chatId);
}

/**
 * Lets a call wait for a person, now that its card exists; from here on nobody drives it. If its token was revoked or
 * its client withdrew it in the meantime, it ends instead. The caller has locked the chat.
 */
export async function letWait(tx: Transaction, held: HeldRun): Promise<void> {
  const run = await markWaiting(tx, held);
  if (!run) return;
  if (run.stopRequestedAt !== null) await withdraw(tx, run, await whyStopped(tx, run));
  else if (run.withdrawnAt !== null) await withdraw(tx, run, WITHDRAWN);
}

async function whyStopped(tx: Transaction, { tokenId }: RunRow): Promise<string> {
  return tokenId !== null && (await tokenHolds(tx, tokenId)) ? TAKEN_AWAY : REVOKED;
}

/**
 * Ends for good a call that waits, or one that this process drives and has not sent. The caller has locked the chat.
 * @param status its present one
 */
export async function withdraw(
  tx: Transaction,
  run: RunRow,
  why: string,
  status: 'waiting' | 'running' = 'waiting',
): Promise<void> {
  await supersedeApprovals(tx, run.id, why, true);
  await deleteUnsentNotices(tx, run.id);
  await endUnsent(tx, run.id, why);
  await markOver(tx, run.id, status, 'superseded');
  await tellAsked(tx, run);
}

/** Ends calls whose decision no client came for. */
export async function endLapsed(db: Database): Promise<void> {
  for (const run of await listLapsedRuns(db)) {
    await db.transaction(async (tx) => {
      await lockChat(tx, run.chatId);
      await endIfLapsed(tx, run);
    });
  }
}

/**
 * Ends the call if its decision or its result is too old to be used. The caller has locked the chat.
 * @returns whether it was
 */
export async function endIfLapsed(tx: Transaction, run: RunRow): Promise<boolean> {
  await settle(tx, run.id);
  const found = await findLapsed(tx, run.id);
  if (!found?.lapsed || found.status === 'running') return false;
  if (found.status === 'waiting') await withdraw(tx, run, LAPSED);
  else await markAnswered(tx, run.id);
  return true;
}

/**
 * A process died while it drove this call. Nobody waits for it any more: what was sent is settled, a card keeps
 * waiting, and a confirmed call is kept for a client that makes it again.
 */
export async function leaveCall(db: Database, dead: RunRow): Promise<void> {
  await db.transaction(async (tx) => {
    await lockChat(tx, dead.chatId);
    const run = await markLeft(tx, dead);
    if (!run) return;
    await settleLeft(tx, run.id);
    const calls = await listCallsOfRun(tx, run.id);
    const isOver = calls.length > 0 && calls.every(({ status }) => isFinal(status));
    const asked = await listApprovalsOfRun(tx, run.id);
    const waits = !isOver && asked.length > 0;
    if (waits) await letWait(tx, run);
    else {
      await supersedeApprovals(tx, run.id, DIED);
      await endUnsent(tx, run.id, DIED);
      await markDone(tx, run, false);
    }
    await tellAsked(tx, run);
    await touchChat(tx, run.chatId);
  });
}

const DIED = 'The server stopped before this call was sent. Nothing ran.';
