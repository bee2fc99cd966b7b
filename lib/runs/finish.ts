import 'server-only';
/**
 * The end of a segment, in one transaction that locks the chat: the message as it was streamed plus what was decided
 * meanwhile, the run's new state, and the deletion of the log.
 */
import type { DynamicToolUIPart } from 'ai';
import type { Database, Transaction } from '@/db/client';
import { rememberRun } from '@/lib/agent/tool-memory';
import { failOpenCalls, hasWaitingCall, isCall } from '@/lib/approvals/call-parts';
import { settle } from '@/lib/approvals/settle';
import { hasRoundToRun } from '@/lib/execution/call-rows';
import { type CallRow, endUnsent, isFinal } from '@/lib/execution/ledger';
import { settleLeft } from '@/lib/execution/settle-left';
import { unresolved } from '@/lib/execution/unresolved';
import { tallyNow } from '@/lib/seeing/tally';
import { type SegmentState, storeEnd } from '@/lib/store/answers';
import { forgetAnswersOfRun } from '@/lib/store/call-media';
import { listCallsOfRun } from '@/lib/store/calls';
import type { ChatNews } from '@/lib/store/chats';
import { lockChat } from '@/lib/store/chats';
import { findSubRun } from '@/lib/store/conversation/sub-agents';
import { closeFormsOfRun } from '@/lib/store/forms';
import { upsertAnswer } from '@/lib/store/messages';
import type { RunRow } from '@/lib/store/runs';
import { addUsage, type Spender, type Spent } from '@/lib/store/settings/usage';
import { storable } from '@/lib/values/text';
import type { RunError } from './chat-view';
import { closeText, withUnknownCalls } from './message-parts';
import { type FirstRound, referring } from './messages/project';
import type { DraftMessage, StoredPart } from './messages/stored-message';
import { stopBelow } from './sub-agents/stop-below';
import { type SubEnd, tellParent } from './sub-agents/tell-parent';
import { supersedeApprovals } from './withdrawing/supersede';

const NEVER_RAN = 'This call never ran.';

/** How the model's stream ended. */
export type SegmentEnd =
  /**
   * `remember`: the tools were selected, so remember which were used. `goesOnLater`: it ended because the outcome of a
   * call is unknown, or a sub-agent waits, and continues once that is over.
   */
  | { kind: 'completed'; goesOnLater?: boolean; remember?: boolean }
  | { kind: 'stopped'; why: string }
  | { kind: 'failed'; error: RunError };

type StoredState = 'waiting' | 'running' | 'done' | 'stopped' | 'failed';

/** What is known besides the message. */
export interface Beside {
  /** Calls that were in it when the segment began. */
  before?: readonly FirstRound[];
  /** The usage of its models that is not stored yet. */
  used?: { who: Spender; spent: readonly Spent[] } | undefined;
}

export interface Finished {
  state: StoredState | 'gone';
  /** The chat's state including this; none if the run is gone. */
  news?: ChatNews;
  /** Whether a message waits for the run to end. */
  isNext?: boolean;
  /** For a sub-agent: the run above it that continues because of this, taken for this process. */
  above?: string | undefined;
}

/**
 * Stores a segment.
 * @param message as it was streamed
 * @returns `running` if every card was decided before the segment ended, so that the run continues at once; `gone` if
 * the chat or the run was taken away meanwhile and nothing was stored
 */
export async function finishSegment(
  db: Database,
  run: RunRow,
  message: DraftMessage,
  end: SegmentEnd,
  { before = [], used }: Beside = {},
): Promise<Finished> {
  // Usage of a single model, as nearly always, is written in the same statement.
  const spent = used?.spent.length === 1 ? used.spent.map((one) => ({ ...used.who, ...one }))[0] : undefined;
  try {
    return await db.transaction(async (tx) => {
      if (!(await lockChat(tx, run.chatId))) throw new RunGone();
      const ended = await stateAfter(tx, run, message, end, before);
      const { state } = ended;
      const [{ news, isHeld, isNext }] = await Promise.all([
        storeEnd(
          tx,
          run,
          { ...runStateOf(state, end), spent },
          {
            parts: ended.parts,
            made: message.metadata?.made ?? null,
          },
        ),
        used && !spent && addUsage(tx, used.who, used.spent),
        // The waiting process has closed them, unless the database was unreachable just then.
        message.parts.some((part) => part.type === 'data-elicitation') && closeFormsOfRun(tx, run.id),
        state === 'done' && closeRun(tx, run.id, message.parts.filter(isCall), end, ended.isUnsent),
      ]);
      // Only found out together with everything else, which saves a round trip; all of it is rolled back.
      if (!isHeld) throw new RunGone();
      const above = isOver(state)
        ? await tellParent(tx, run, { status: state, parts: ended.parts })
        : undefined;
      return { state, news, isNext: isNext && isOver(state), above };
    });
  } catch (error) {
    if (!(error instanceof RunGone)) throw error;
    await forgetDeleted(db, run);
    // The models were used all the same.
    if (used) await addUsage(db, used.who, used.spent);
    return { state: 'gone' };
  }
}

/** Results that arrived after the chat had been deleted are not kept, even if it is restored. */
async function forgetDeleted(db: Database, { id, chatId }: Pick<RunRow, 'id' | 'chatId'>): Promise<void> {
  await db.transaction(async (tx) => {
    const chat = await lockChat(tx, chatId);
    if (chat?.deletedAt) await forgetAnswersOfRun(tx, id);
  });
}

/** Rolls back the transaction: the run is no longer this process's to end. */
class RunGone extends Error {}

const isOver = (state: StoredState): state is SubEnd['status'] => state !== 'waiting' && state !== 'running';

function runStateOf(state: StoredState, end: SegmentEnd): SegmentState {
  const error = end.kind === 'failed' ? storable(end.error.message) : null;
  return { status: state, error, isOver: isOver(state), asked: tallyNow()?.now };
}

/** The result of a segment; `isUnsent`: some of its calls were never sent, and have not been ended. */
interface Closing {
  state: StoredState;
  /** The message as it is stored. */
  parts: StoredPart[];
  isUnsent?: boolean;
}

async function stateAfter(
  tx: Transaction,
  run: Pick<RunRow, 'id'>,
  message: DraftMessage,
  end: SegmentEnd,
  before: readonly FirstRound[],
): Promise<Closing> {
  const rows = message.parts.some(isCall) ? await listCallsOfRun(tx, run.id) : [];
  const firstRounds = [...before, ...rows.filter(({ round }) => round === 1)];
  const referred = referring(closeText(message.parts), firstRounds);
  if (end.kind !== 'completed') return brokenOff(tx, run, referred, end, rows);
  const known = new Set(firstRounds.map(({ toolCallId }) => toolCallId));
  const asks = hasWaitingCall(message.parts.filter((part) => isCall(part) && known.has(part.toolCallId)));
  const complete = !asks || (await settle(tx, run.id)).complete;
  const settled = await settledRows(tx, run.id, rows);
  const parts = withUnknownCalls(referred, settled);
  const below = await stateBelow(tx, settled);
  if (below === 'running') return { state: 'running', parts };
  const waits = !complete || below === 'waiting' || unresolved(settled).length > 0;
  if (waits) return { state: 'waiting', parts };
  if (asks || end.goesOnLater || hasRoundToRun(settled)) return { state: 'running', parts };
  const isUnsent = settled.some(({ status }) => !isFinal(status));
  return { state: 'done', parts: failOpenCalls(parts, NEVER_RAN), isUnsent };
}

/** For an answer that was stopped or failed: nothing of it waits any more, and calls that were sent are settled. */
async function brokenOff(
  tx: Transaction,
  run: Pick<RunRow, 'id'>,
  parts: StoredPart[],
  end: Exclude<SegmentEnd, { kind: 'completed' }>,
  before: readonly CallRow[],
): Promise<Closing> {
  const why = end.kind === 'stopped' ? end.why : 'The answer failed before this call ended.';
  await supersedeApprovals(tx, run.id, why);
  if (before.some(({ metadata }) => metadata.subAgent === true)) await stopBelow(tx, run.id, why);
  if (before.length > 0) await settleLeft(tx, run.id);
  await endUnsent(tx, run.id, why);
  const rows = before.length > 0 ? await listCallsOfRun(tx, run.id) : [];
  const last: StoredPart =
    end.kind === 'stopped'
      ? { type: 'data-notice', data: { text: end.why, isEnd: true } }
      : { type: 'data-run-error', data: end.error };
  return { state: end.kind, parts: [...withUnknownCalls(failOpenCalls(parts, why), rows), last] };
}

/** The state of the sub-agents that calls of the segment have begun: one that is running is waited for. */
async function stateBelow(
  tx: Transaction,
  rows: readonly CallRow[],
): Promise<'running' | 'waiting' | undefined> {
  const open = rows.filter(({ status }) => status === 'dispatched');
  const states = await Promise.all(open.map(async ({ id }) => (await findSubRun(tx, id))?.status));
  if (states.includes('running')) return 'running';
  return states.includes('waiting') ? 'waiting' : undefined;
}

/** No call of an ended segment is still in flight, except those of running sub-agents. */
async function settledRows(tx: Transaction, runId: string, rows: CallRow[]): Promise<CallRow[]> {
  if (!rows.some(({ status }) => status === 'dispatched')) return rows;
  await settleLeft(tx, runId);
  return listCallsOfRun(tx, runId);
}

/** Remembers the tools that the answer used; nothing of it waits any more. */
async function closeRun(
  tx: Transaction,
  runId: string,
  calls: readonly DynamicToolUIPart[],
  end: SegmentEnd,
  isUnsent = false,
): Promise<void> {
  // Neither cards nor unsent calls outlive their run: deciding one would have no effect.
  await Promise.all([
    end.kind === 'completed' && end.remember && calls.length > 0 && rememberRun(tx, runId),
    calls.some(({ approval }) => approval) && supersedeApprovals(tx, runId, NEVER_RAN),
    isUnsent && endUnsent(tx, runId, NEVER_RAN),
  ]);
}

/** Inserts or replaces the run's message. A call of another client has none. */
export async function storeMessage(
  tx: Transaction,
  {
    chatId,
    messageId,
    userMessageId,
  }: Pick<RunRow, 'chatId' | 'messageId'> & { userMessageId: string | null },
  parts: StoredPart[],
): Promise<void> {
  await upsertAnswer(tx, { chatId, id: messageId, parent: userMessageId, parts });
}
