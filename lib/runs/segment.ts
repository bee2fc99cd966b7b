import 'server-only';
/**
 * One segment of a run: from a message, or from a decision, to the end of the answer or the next card. The
 * run is pulled by this loop, not by any tab's response.
 */

import { errorText } from '@/lib/agent/error-text';
import { runTurn, STEP_CAP, type Turn } from '@/lib/agent/run-turn';
import { cardsOfChat } from '@/lib/approvals/approval-rows';
import { isCall } from '@/lib/approvals/call-parts';
import { approvalsOfRun } from '@/lib/approvals/settle';
import { modeNow } from '@/lib/approvals/standing';
import type { Caller } from '@/lib/connections/types';
import type { Opening, RunRow } from './begin';
import type { AmberMessage } from './chat-view';
import type { RunDependencies } from './dependencies';
import { EventLog } from './event-log';
import { type Finished, finishSegment, type SegmentEnd } from './finish';
import type { Chunk, Live } from './live';
import { chunksOf, foldChunks } from './message-chunks';
import { readMessages, withCards } from './read-messages';

export interface SegmentInput {
  deps: RunDependencies;
  caller: Caller;
  run: RunRow;
  live: Live;
  /** Read already, for a run that has just been claimed. */
  opening?: Opening | undefined;
}

/** Streams a segment into the run's `Live` and stores it. */
export async function runSegment(input: SegmentInput): Promise<Finished> {
  const { deps, run, live } = input;
  const log = new EventLog(deps.db, run.id);
  const base = await openMessage(input);
  const mark = live.chunks.length;
  const stopLogging = live.subscribe((chunk) => {
    if (chunk) log.add(chunk);
  });
  let end: SegmentEnd;
  try {
    end = await stream(input, base.history, log).finally(() => log.rest());
  } catch (error) {
    end = { kind: 'failed', error: { message: errorText(error), retryable: true } };
  } finally {
    stopLogging();
  }
  if (live.abort.signal.aborted) end = { kind: 'stopped', why: stopReason(live) };
  const message = await foldChunks(base.answer, live.chunks.slice(mark));
  const finished = await finishSegment(deps.db, run, message, end).catch(async (error: unknown) => {
    // The repair of the run will need it.
    await log.flush().catch(() => {});
    throw error;
  });
  publishEnd(live, finished, end);
  return finished;
}

/** Says to those who follow what the message begins with. */
async function openMessage({ deps, caller, run, live, opening }: SegmentInput) {
  const history = opening?.history ?? (await readMessages(deps.db, run.chatId));
  const last = history.at(-1);
  const stored = last?.id === run.messageId ? last : undefined;
  const metadata = { createdAt: run.createdAt.toISOString() };
  const answer: AmberMessage = stored ?? { id: run.messageId, role: 'assistant', parts: [], metadata };
  if (live.chunks.length > 0) {
    for (const chunk of answer.parts.flatMap(decisionChunk)) live.publish(chunk);
  } else if (stored) {
    const cards = await cardsOfChat(deps.db, caller, run.chatId);
    for (const chunk of chunksOf(withCards(stored, cards))) live.publish(chunk);
  } else {
    live.publish({ type: 'start', messageId: run.messageId, messageMetadata: metadata });
  }
  return { history, answer };
}

/** A decision that came while the stream was open, for those who follow it. */
function decisionChunk(part: AmberMessage['parts'][number]): Chunk[] {
  if (!isCall(part) || part.state !== 'approval-responded') return [];
  const { id: approvalId, approved, reason } = part.approval;
  return [{ type: 'tool-approval-response', approvalId, approved, ...(reason ? { reason } : {}) }];
}

async function stream(input: SegmentInput, history: AmberMessage[], log: EventLog): Promise<SegmentEnd> {
  const { deps, caller, run, live } = input;
  const { mode, approvals } = input.opening ?? (await standing(input));
  const model = deps.model();
  const turn = await runTurn({
    context: {
      db: deps.db,
      caller,
      chatId: run.chatId,
      runId: run.id,
      connections: deps.connectionsFor(caller),
      signal: live.abort.signal,
      tell: (record) => live.publish({ type: 'data-call', id: record.toolCallId, data: record }),
    },
    model: model.model,
    providerOptions: model.providerOptions,
    secret: deps.secret,
    messages: history,
    mode,
    approvals: new Map(approvals.map((row) => [row.toolCallId, row])),
  });
  if (history.at(-1)?.role === 'user') noteProblems(live, turn.problems);
  return pump(turn, live, log);
}

async function standing({ deps, caller, run }: SegmentInput): Promise<Omit<Opening, 'history'>> {
  const [mode, approvals] = await Promise.all([
    modeNow(deps.db, run.chatId, caller),
    approvalsOfRun(deps.db, run.id),
  ]);
  return { mode, approvals };
}

function noteProblems(live: Live, problems: string[]): void {
  if (problems.length === 0) return;
  const text = `Some tools are missing. ${problems.join(' ')}`;
  live.publish({ type: 'data-notice', id: 'problems', data: { text } });
}

/** None of its tools run at the model's server: what that says it has run, and what came of it, is made up. */
const CLAIMED =
  'The model\u2019s server says that it ran a tool by itself. Amber lets it run none, and nothing ran here.';

/** Pulls the model's stream to its end; a card's row is there before anyone sees the card. */
async function pump(turn: Turn, live: Live, log: EventLog): Promise<SegmentEnd> {
  let failure: string | undefined;
  let steps = 0;
  let finishReason: string | undefined;
  for await (const chunk of turn.chunks as unknown as AsyncIterable<Chunk>) {
    if ('providerExecuted' in chunk && chunk.providerExecuted) throw new Error(CLAIMED);
    if (chunk.type === 'error') failure ??= chunk.errorText;
    else if (chunk.type === 'abort') failure ??= 'The model fell silent and was given up. Try again.';
    else if (chunk.type === 'tool-approval-request' && !chunk.isAutomatic) {
      const view = await turn.gate.record(chunk);
      live.publish(chunk);
      if (view) live.publish({ type: 'data-approval', id: view.toolCallId, data: view });
      await log.flush();
    } else live.publish(chunk);
    if (chunk.type === 'start-step') steps++;
    if (chunk.type === 'finish') finishReason = chunk.finishReason;
  }
  if (failure) return { kind: 'failed', error: { message: failure, retryable: true } };
  if (finishReason === 'tool-calls' && steps >= STEP_CAP) {
    const text = `Stopped after ${STEP_CAP} steps. Ask again to go on from here.`;
    live.publish({ type: 'data-notice', id: 'step-cap', data: { text } });
  }
  return { kind: 'completed' };
}

function stopReason(live: Live): string {
  const reason: unknown = live.abort.signal.reason;
  return reason instanceof Error ? reason.message : 'Stopped.';
}

/** What the end of the segment added to the stored message, for those who still follow. */
function publishEnd(live: Live, finished: Finished, end: SegmentEnd): void {
  if (finished.state === 'gone') return;
  if (end.kind === 'failed') live.publish({ type: 'data-run-error', data: end.error });
  if (end.kind === 'stopped') live.publish({ type: 'data-notice', data: { text: end.why } });
}
