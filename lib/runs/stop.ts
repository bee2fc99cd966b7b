import 'server-only';
/** Stops an answer in progress, or one call of it, in this process or another one. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@/db/client';
import { takeBackLocked } from '@/lib/approvals/hold';
import { AppError } from '@/lib/errors';
import { isFinal } from '@/lib/execution/ledger';
import { CALL_STOPPED, STOPPED } from '@/lib/execution/stop-words';
import type { Caller } from '@/lib/people/caller';
import { findCall } from '@/lib/store/calls';
import { type ChatNews, lockChat, touchChat } from '@/lib/store/chats';
import { listHeldBack } from '@/lib/store/conversation/holds';
import type { NewMessage } from '@/lib/store/queue';
import { findLatestRun, findRun, findRunning, type HeldRun, markStopRequested } from '@/lib/store/runs';
import { tell } from './follow/events';
import { allLive, type Live, liveOf } from './follow/live';
import { notifier } from './follow/notifications';
import { withdrawAll } from './queued-messages';
import { findSeen } from './read-chats';
import { withdraw } from './withdrawing/withdraw';

export { CALL_STOPPED, STOPPED };

/** How long another process is given to stop its run, and how often that is checked, in milliseconds. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 100;

/** The result of a Stop. */
export interface Stop {
  /** False if no answer was in progress, or the chat waits for a decision; then nothing changed. */
  stopped: boolean;
  /** Queued messages that were withdrawn, oldest first; only if that was requested. */
  withdrawn?: NewMessage[];
}

/**
 * Stops the chat's run and waits until what it said is stored.
 * @param withdraws whether queued messages are withdrawn; otherwise they have their turn now
 * @throws AppError not_found, forbidden, unavailable (another process writes it and does not stop)
 */
export async function stopRun(
  db: Database,
  caller: Caller,
  chatId: string,
  withdraws = false,
): Promise<Stop> {
  await assertOwner(db, caller, chatId);
  const live = liveOf(chatId);
  const { run, withdrawn, news } = await requestStop(db, chatId, live !== undefined, withdraws);
  if (news) tell(news);
  if (!live && !run && (await stopHeld(db, caller, chatId))) return { stopped: true };
  const stopped = live ? await stopHere(live) : run !== undefined && (await stopElsewhere(db, run));
  return { stopped, ...(withdraws && { withdrawn }) };
}

/**
 * Stops one call of the chat's answer, which continues without it, and waits until the ledger has its outcome: unknown
 * if it was sent and is not a mere read.
 * @returns whether it was in progress
 * @throws AppError not_found, forbidden, unavailable (the process that runs it does not stop)
 */
export async function stopCall(
  db: Database,
  caller: Caller,
  chatId: string,
  toolCallId: string,
): Promise<{ stopped: boolean }> {
  await assertOwner(db, caller, chatId);
  const found = await findRunning(db, chatId);
  const call = found && (await findCall(db, found.run.id, toolCallId));
  if (!call || isFinal(call.status)) return { stopped: false };
  // Reaches this process as well.
  notifier.send({ kind: 'stop', runId: call.runId, toolCallId, fence: found.run.fence });
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    const now = await findCall(db, call.runId, toolCallId);
    if (!now || isFinal(now.status)) return { stopped: true };
    await sleep(LOOK_MS);
  }
  throw new AppError('unavailable', 'The call could not be stopped now. Stop the answer instead.');
}

async function assertOwner(db: Database, caller: Caller, chatId: string): Promise<void> {
  const chat = await findSeen(db, caller, chatId);
  if (!chat) throw new AppError('not_found', 'There is no such chat.');
  if (!chat.mayWrite) throw new AppError('forbidden', 'Only its owner stops this chat.');
}

/**
 * Takes back what is confirmed and held, and ends the answer that waits for it.
 * @returns whether anything was held
 */
async function stopHeld(db: Database, caller: Caller, chatId: string): Promise<boolean> {
  const news = await db.transaction(async (tx) => {
    await lockChat(tx, chatId);
    let isHeld = false;
    for (const { row } of await listHeldBack(tx, chatId)) {
      isHeld = (await takeBackLocked(tx, { caller, session: null }, row)) || isHeld;
    }
    const run = isHeld ? await findLatestRun(tx, chatId) : undefined;
    if (run?.status === 'waiting') await withdraw(tx, run, STOPPED);
    return isHeld ? touchChat(tx, chatId) : undefined;
  });
  if (news) tell(news);
  return news !== undefined;
}

async function stopHere(live: Live): Promise<true> {
  live.abort.abort(new Error(STOPPED));
  await live.done;
  return true;
}

/**
 * Asks whichever process holds the run to stop, and withdraws the queued messages in the same step: in between, the run
 * might end, and the next message have its turn.
 */
async function requestStop(
  db: Database,
  chatId: string,
  isHere: boolean,
  withdraws: boolean,
): Promise<{ run?: HeldRun; withdrawn: NewMessage[]; news?: ChatNews }> {
  return db.transaction(async (tx) => {
    await lockChat(tx, chatId);
    const run = await markStopRequested(tx, chatId);
    const withdrawn = withdraws && (run || isHere) ? await withdrawAll(tx, chatId) : [];
    return {
      withdrawn,
      ...(run && { run }),
      ...(withdrawn.length > 0 && { news: await touchChat(tx, chatId) }),
    };
  });
}

/** From now on this process stops what others ask it to stop. */
export function stopOnRequest(): void {
  notifier.on('stop', ({ runId, toolCallId, fence }) => {
    const isMeant = (one: Live) => one.runId === runId && (one.fence ?? fence) === (fence ?? one.fence);
    for (const live of allLive().filter(isMeant)) {
      if (toolCallId === undefined) live.abort.abort(new Error(STOPPED));
      else live.stopCall(toolCallId, new Error(CALL_STOPPED));
    }
  });
}

/** Notifies the process that holds the run; if it misses that, it sees the row at its next heartbeat. */
async function stopElsewhere(db: Database, { id: runId, fence }: HeldRun): Promise<boolean> {
  notifier.send({ kind: 'stop', runId, fence });
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    await sleep(LOOK_MS);
    const now = await findRun(db, runId);
    if (now?.status !== 'running') return now?.status === 'stopped';
  }
  throw new AppError('unavailable', 'The answer could not be stopped now. Try again in a moment.');
}
