import 'server-only';
/**
 * Runs whose process is gone. Another process takes each of them over with a higher fence, which shuts the old process
 * out, reconstructs the answer from the log, and continues: calls from their state in the ledger; a model step that had
 * not called anything yet is requested again.
 */

import type { Database, Transaction } from '@/db/client';
import { RESTORED } from '@/db/copy/settle';
import { failOpenCalls, isCall } from '@/lib/approvals/call-parts';
import { type CallRow, endUnsent } from '@/lib/execution/ledger';
import { settleLeft } from '@/lib/execution/settle-left';
import { listCallsOfRun } from '@/lib/store/calls';
import { lockChat, touchChat } from '@/lib/store/chats';
import { closeFormsOfRun } from '@/lib/store/forms';
import { deleteEvents } from '@/lib/store/run-events';
import { listDeadRuns, markAdopted, markDeadEnded, type RunRow } from '@/lib/store/runs';
import type { ClaimedRun } from './begin';
import { storeMessage } from './finish';
import { readLog } from './follow/event-log';
import { foldChunks } from './message-chunks';
import { closeText, withMissing, withUnknownCalls } from './message-parts';
import { draftOf, referring } from './messages/project';
import { type DraftMessage, isCallRef, type StoredPart } from './messages/stored-message';
import { owner } from './owner';
import { readAnswer } from './read-messages';
import { seenEnd } from './seen-run';
import { STOPPED } from './stop';
import { stopBelow } from './sub-agents/stop-below';
import { tellParent } from './sub-agents/tell-parent';
import { supersedeApprovals } from './withdrawing/supersede';

/** A run that crashes every process that continues it is eventually abandoned. */
const MOST_RECOVERIES = 10;

/** What an abandoned run is ended with: the message for its open calls, and for itself. */
export interface EndWords {
  call: string;
  run: string;
  status: 'failed' | 'stopped';
  /** For a failure: whether sending the same message again may help. */
  retryable?: boolean;
}

const DIED: EndWords = {
  call: 'The server stopped while this was going on, again and again.',
  run: 'The server stopped while this answer was being written, again and again.',
  status: 'failed',
  retryable: true,
};

/**
 * For a restored backup: since it was made, the run may have finished elsewhere, with all its calls. Nothing of it runs
 * again.
 */
const FROM_BACKUP: EndWords = {
  call: 'Amber was restored from a backup that was made while this was under way.',
  run: 'Amber was restored from a backup that was made while this answer was being written. What is missing here may have happened since: look before you ask again.',
  status: 'failed',
};

/**
 * Runs that have lost their process.
 * @param alive runs that this process drives, however old their heartbeat
 * @param alone this is the only process on the database, so whatever another one left running is dead
 */
export function deadRuns(db: Database, alive: readonly string[], alone: boolean): Promise<RunRow[]> {
  return listDeadRuns(db, alive, alone ? owner : undefined);
}

/**
 * Takes a dead run over for this process.
 * @returns nothing if it was not dead after all, another process was faster, or it was abandoned
 */
export async function adoptRun(db: Database, dead: RunRow): Promise<ClaimedRun | undefined> {
  const end = endFor(dead);
  if (end) {
    await endRun(db, dead, end);
    return undefined;
  }
  return db.transaction(async (tx) => {
    await lockChat(tx, dead.chatId);
    const run = await markAdopted(tx, dead, owner);
    if (!run) return undefined;
    // The process that waited for their answers is dead.
    await closeFormsOfRun(tx, run.id);
    const rows = await listCallsOfRun(tx, run.id);
    const parts = withoutUnfinishedStep(await answerSoFar(tx, dead, rows), rows);
    await storeMessage(tx, run, withUnknownCalls(parts, rows));
    await deleteEvents(tx, run.id);
    return { run, news: await touchChat(tx, run.chatId) };
  });
}

/** Whether a dead run must not continue, and the words with which it ends. */
function endFor({ owner: holder, stopRequestedAt, recoveries }: RunRow): EndWords | undefined {
  if (holder === RESTORED) return FROM_BACKUP;
  if (stopRequestedAt) return { call: STOPPED, run: STOPPED, status: 'stopped' };
  return recoveries >= MOST_RECOVERIES ? DIED : undefined;
}

/**
 * The stored message with what the log and the ledger add to it.
 * @param rows of the run's calls
 */
async function answerSoFar(tx: Transaction, run: RunRow, rows: readonly CallRow[]): Promise<StoredPart[]> {
  const { stored, calls } = (await readAnswer(tx, run)) ?? { calls: [] };
  const base: DraftMessage = stored
    ? draftOf(stored, calls)
    : { id: run.messageId, role: 'assistant', parts: [] };
  const { parts } = await foldChunks(base, await readLog(tx, run));
  const firstRounds = [...calls.map(({ rounds }) => rounds[0]), ...rows.filter(({ round }) => round === 1)];
  return withMissing(referring(closeText(parts), firstRounds), rows);
}

/**
 * Drops the last step if none of its calls has been judged or has ended: the model makes it again. A step whose calls
 * have begun stays, except for a call that the model had not completed.
 */
export function withoutUnfinishedStep(
  parts: StoredPart[],
  rows: readonly Pick<CallRow, 'toolCallId'>[],
): StoredPart[] {
  const known = new Set(rows.map(({ toolCallId }) => toolCallId));
  const start = parts.findLastIndex((part) => part.type === 'step-start');
  const step = parts.slice(Math.max(start, 0));
  const hasBegun = step.some(
    (part) =>
      (isCallRef(part) && known.has(part.toolCallId)) || (isCall(part) && part.state.startsWith('output-')),
  );
  if (!hasBegun) return parts.slice(0, Math.max(start, 0));
  return parts.filter((part) => !(isCall(part) && part.state === 'input-streaming'));
}

/** Ends a run that nobody drives; its answer is what was said so far. Does nothing if it is driven again. */
export async function endRun(db: Database, run: RunRow, words: EndWords): Promise<void> {
  const { status } = words;
  await db.transaction(async (tx) => {
    await lockChat(tx, run.chatId);
    const error = status === 'failed' ? words.run : null;
    if (!(await markDeadEnded(tx, run, { status, error }))) return;
    await supersedeApprovals(tx, run.id, words.run);
    await stopBelow(tx, run.id, words.run);
    await closeFormsOfRun(tx, run.id);
    await settleLeft(tx, run.id);
    await endUnsent(tx, run.id, words.call);
    const rows = await listCallsOfRun(tx, run.id);
    const parts = failOpenCalls(await answerSoFar(tx, run, rows), words.call);
    const said = [...withUnknownCalls(parts, rows), lastPart(words)];
    await storeMessage(tx, run, said);
    // If this takes the run above it, that one will be found as a run that nobody drives.
    await tellParent(tx, run, { status, parts: said });
    await deleteEvents(tx, run.id);
    await touchChat(tx, run.chatId);
    seenEnd(run, status);
  });
}

function lastPart({ status, run, retryable = false }: EndWords): StoredPart {
  if (status === 'stopped') return { type: 'data-notice', data: { text: run, isEnd: true } };
  return { type: 'data-run-error', data: { message: run, retryable } };
}
