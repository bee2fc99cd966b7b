import 'server-only';
/**
 * One segment of a run: from a message, from a decision, or from where a dead process left it, to the end of the answer
 * or the next card. This loop pulls the run, not any tab's response.
 */

import type { UIMessageChunk } from 'ai';
import { lastOrder } from '@/lib/agent/calling/order';
import { errorText, isOfTheSystem, isWorthTrying } from '@/lib/agent/error-text';
import { prepareTurn, STEP_CAP, type Turn } from '@/lib/agent/run-turn';
import { readAuthority } from '@/lib/approvals/authority';
import { hasWaitingCall, isCall } from '@/lib/approvals/call-parts';
import { hasRight } from '@/lib/approvals/rights';
import { unresolved } from '@/lib/execution/unresolved';
import { meterNow } from '@/lib/limits/meter';
import { describeError, log } from '@/lib/log';
import { listApprovalsOfRun } from '@/lib/store/approvals';
import { findOffered } from '@/lib/store/runs';
import { insertSignInWaits } from '@/lib/store/servers/sign-in-pages';
import { freshUnknownCall } from '@/lib/unknowns/unknown-calls';
import { formAsker } from './ask-form';
import { meterTurn } from './beside/meter-turn';
import { type Finished, finishSegment, type SegmentEnd } from './finish';
import { EventLog } from './follow/event-log';
import { tellServers } from './follow/events';
import type { Chunk, Live } from './follow/live';
import { missingChunks } from './follow/opening-chunks';
import { foldChunks } from './message-chunks';
import type { DraftMessage, DraftPart } from './messages/stored-message';
import { noteLeftOut, noteMissing, noteOtherModel } from './notices';
import { type OpenAnswer, type Opening, openAnswer, type SegmentInput } from './open-answer';
import { readAnswer } from './read-messages';
import { seenWaits } from './seen-run';
import { SubAgentsOfRun } from './sub-agents/sub-agents';

/** The longest duration of a segment: what is not done by then is stopped. */
export const RUN_DEADLINE_MS = 15 * 60_000;
const TOO_LONG = `Stopped: this took longer than ${RUN_DEADLINE_MS / 60_000} minutes. Ask again to go on.`;

/** Streams a segment into the run's `Live` and stores it. */
export async function runSegment(input: SegmentInput): Promise<Finished> {
  const { deps, run, live } = input;
  const log = new EventLog(deps.db, run);
  const until = Date.now() + RUN_DEADLINE_MS;
  const base = await openAnswer(input, until);
  const mark = live.chunks.length;
  const answerSoFar = () => foldChunks(base.answer, live.chunks.slice(mark));
  const stopLogging = live.subscribe((chunk) => {
    if (chunk) log.add(chunk);
  });
  const deadline = setTimeout(() => live.abort.abort(new Error(TOO_LONG)), RUN_DEADLINE_MS);
  let end: SegmentEnd;
  try {
    end = await stream({ ...input, log, answerSoFar, base, until }).finally(() => log.rest());
  } catch (error) {
    // Reported to nobody: the run becomes stale, and continues from what the ledger and the log hold.
    if (isOfTheSystem(error) && !live.abort.signal.aborted) {
      await log.flush().catch(() => {});
      throw error;
    }
    end = failedWith(errorText(error, input.caller.role, input.model.isTeams));
  } finally {
    clearTimeout(deadline);
    stopLogging();
  }
  if (live.abort.signal.aborted) end = { kind: 'stopped', why: stopReason(live) };
  const used = await meterNow()?.take();
  const beside = { before: base.firstRounds, used };
  const finished = await finishSegment(deps.db, run, await answerSoFar(), end, beside).catch(
    async (error: unknown) => {
      // The process that continues the run will need it.
      await log.flush().catch(() => {});
      throw error;
    },
  );
  if (end.kind !== 'completed' && finished.state !== 'gone') await publishEnd(input);
  return finished;
}

interface Streaming extends SegmentInput {
  log: EventLog;
  /** When it stops by itself, in milliseconds since 1970. */
  until: number;
  base: OpenAnswer;
  /** The answer including what this segment has added. */
  answerSoFar(): Promise<DraftMessage>;
}

async function stream(input: Streaming): Promise<SegmentEnd> {
  const { live, base } = input;
  // Not needed until the model is called.
  let earlier: DraftMessage[] = [];
  const turn = await turnOf(input, () => earlier);
  try {
    if (base.goesOn) {
      const answer = await endOpenCalls(input, turn);
      if (!answer) return { kind: 'completed', goesOnLater: turn.gate.watch.goesOnLater };
      earlier = await base.said();
      // An order consists of its call and nothing else.
      if (lastOrder(earlier) && answer.parts.some(isCall)) return { kind: 'completed' };
      return await speakToTheEnd(input, turn, [...earlier, answer], earlier);
    }
    earlier = await base.said();
    if (earlier.at(-1)?.role === 'user') {
      noteMissing(live, turn.missing, earlier);
      await noteLacking(input, turn.missing?.signIn);
      noteOtherModel(live, input.run.model, input.model, earlier);
    }
    return await speakToTheEnd(input, turn, earlier, earlier);
  } finally {
    // How every call ended is known before the segment is stored, even if it was stopped during one.
    await turn.gate.watch.settled();
    publishUnknownCalls(input, turn);
    // As separate notices: the page shows each sentence in the reader's language.
    for (const [nth, text] of (await turn.planWords(live.abort.signal.aborted)).entries()) {
      live.publish({ type: 'data-notice', id: nth === 0 ? 'plan' : `plan-${nth + 1}`, data: { text } });
    }
  }
}

/** For the inbox, where people see which of their answers lack a sign-in. */
async function noteLacking({ deps, caller, run }: Streaming, servers: readonly string[] = []): Promise<void> {
  if (servers.length === 0) return;
  const { id, chatId } = run;
  await insertSignInWaits(deps.db, { id, chatId, teamId: caller.teamId }, servers);
}

/**
 * Lets the model answer. Background work of its calls ends before the answer does, and its changes are shown with it,
 * through calls made in the model's place.
 */
async function speakToTheEnd(
  { deps, caller, run, live, log, answerSoFar }: Streaming,
  turn: Turn,
  messages: DraftMessage[],
  earlier: DraftMessage[],
): Promise<SegmentEnd> {
  const { watch } = turn.gate;
  const end = await pump(turn, await turn.speak(messages), live, log);
  if (end.kind !== 'completed' || end.goesOnLater || watch.halt) return end;
  const atWork = await deps.connectionsFor(caller).atWork(run.id);
  if (!atWork) return end;
  await watch.settled();
  const answer = await answerSoFar();
  if (hasWaitingCall(answer.parts)) return end;
  const last = (await atWork.end(live.abort.signal)).filter(({ server, tool }) =>
    turn.offered.some((one) => one.server === server && one.name === tool),
  );
  if (last.length === 0) return end;
  const ended = await pump(turn, await turn.speak([...earlier, answer], last), live, log);
  return ended.kind === 'completed' ? { ...ended, ...(end.remember && { remember: true }) } : ended;
}

async function turnOf(input: Streaming, earlier: () => DraftMessage[]): Promise<Turn> {
  const { deps, caller, run, live, model, base, until } = input;
  const { authority, approvals, offered } = input.opening ?? (await readOpening(input));
  seenWaits(run, approvals);
  meterTurn(live, base.before.length, authority.isLimited);
  return prepareTurn({
    context: {
      db: deps.db,
      caller,
      chatId: run.chatId,
      runId: run.id,
      fence: { runId: run.id, fence: run.fence },
      connections: deps.connectionsFor(caller),
      notify: deps.notify,
      signal: live.abort.signal,
      looked: input.opening?.looked,
      stopOf: (toolCallId) => live.stopOf(toolCallId),
      tell: (record) => live.publish({ type: 'data-call', id: record.toolCallId, data: record }),
      leaveOut: (tools) => noteLeftOut(live, tools, earlier()),
      // The model reads it next: loaded while the server is at work.
      onSend: () => void setImmediate(() => void base.said().catch(() => {})),
      tellLog: (lines) => live.publish({ type: 'data-call-log', id: lines.toolCallId, data: lines }),
      onServers: (version) => tellServers(caller, version),
      subAgents: new SubAgentsOfRun(deps.db, run, base.before, input.goOn),
      // Nobody would see a sub-agent's form, so its servers are told that nobody is there.
      elicit: run.depth === 0 ? formAsker({ db: deps.db, live, fence: run.fence, until }) : undefined,
    },
    model,
    authority,
    approvals: new Map(approvals.map((row) => [row.toolCallId, row])),
    before: base.before,
    said: base.said,
    offered,
    offers: deps.offers,
    vectors: deps.vectors,
  });
}

/**
 * Ends calls left open by a dead process, or by a person who had one run again.
 * @returns the answer with which the model continues; nothing if it must not yet
 */
async function endOpenCalls(
  { live, answerSoFar, base: { answer: last } }: Streaming,
  turn: Turn,
): Promise<DraftMessage | undefined> {
  const { watch } = turn.gate;
  if (unresolved(turn.before).length > 0) watch.waitForPerson();
  const open = openCalls(last.parts);
  await turn.resume(last, open, (chunk: UIMessageChunk) => live.publish(chunk as Chunk));
  if (watch.broken) throw watch.broken;
  const answer = open.length > 0 ? await answerSoFar() : last;
  if (watch.halt || hasWaitingCall(answer.parts)) return undefined;
  return answer;
}

/** Calls to end before the model is called again: those decided, or left open. The SDK runs none of them. */
function openCalls(parts: DraftPart[]) {
  const open = parts.filter(isCall).filter((part) => {
    return (
      part.state === 'input-available' || (part.state === 'approval-responded' && part.approval.approved)
    );
  });
  return open.map(({ toolCallId, toolName, input }) => ({ toolCallId, toolName, input: input ?? {} }));
}

/** The cards of calls whose outcome is unknown. */
function publishUnknownCalls({ live, caller }: SegmentInput, { gate, offered }: Turn): void {
  for (const row of gate.watch.unknownCalls) {
    const view = freshUnknownCall(row, offered, hasRight(caller, caller.userId));
    live.publish({ type: 'data-doubt', id: view.toolCallId, data: view });
  }
}

async function readOpening({ deps, caller, run }: SegmentInput): Promise<Omit<Opening, 'history'>> {
  const [authority, approvals, offered] = await Promise.all([
    readAuthority(deps.db, run.chatId, caller),
    listApprovalsOfRun(deps.db, run.id),
    findOffered(deps.db, run.id),
  ]);
  return { authority, approvals, offered };
}

function failedWith(message: string): SegmentEnd {
  return { kind: 'failed', error: { message, retryable: isWorthTrying(message) } };
}

/** None of our tools run at the model's server: calls that claim to have run there, and their results, are made up. */
const CLAIMED =
  'The model\u2019s server says that it ran a tool by itself. Amber lets it run none, and nothing ran here.';

/** Pulls the model's stream to its end; a card's row exists before anybody sees the card. */
async function pump(
  { gate, hasSearch }: Turn,
  chunks: ReadableStream<UIMessageChunk>,
  live: Live,
  log: EventLog,
): Promise<SegmentEnd> {
  let failure: string | undefined;
  let steps = 0;
  let finishReason: string | undefined;
  for await (const chunk of chunks as unknown as AsyncIterable<Chunk>) {
    if ('providerExecuted' in chunk && chunk.providerExecuted) throw new Error(CLAIMED);
    // The SDK's result for a call that was interrupted, or left open, is not its real outcome.
    if (gate.watch.broken) continue;
    if (chunk.type === 'tool-output-error' && gate.watch.isPostponed(chunk.toolCallId)) continue;
    if (chunk.type === 'error' && gate.watch.halt) continue;
    if (chunk.type === 'error') failure ??= chunk.errorText;
    else if (chunk.type === 'abort') failure ??= 'The model fell silent and was given up. Try again.';
    else if (chunk.type === 'tool-approval-request' && !chunk.isAutomatic) {
      const view = await gate.record(chunk);
      live.publish(chunk);
      if (view) live.publish({ type: 'data-approval', id: view.toolCallId, data: view });
      await log.flush();
    } else live.publish(chunk);
    if (chunk.type === 'start-step') steps++;
    if (chunk.type === 'finish') finishReason = chunk.finishReason;
  }
  if (failure) return failedWith(failure);
  if (finishReason === 'tool-calls' && (steps >= STEP_CAP || gate.watch.isSpent)) {
    const text = `Stopped after ${STEP_CAP} steps. Ask again to go on from here.`;
    live.publish({ type: 'data-notice', id: 'step-cap', data: { text } });
  }
  const { halt, broken } = gate.watch;
  if (broken) throw broken;
  if (halt?.kind === 'enough') live.publish({ type: 'data-notice', id: 'enough', data: { text: halt.text } });
  return { kind: 'completed', goesOnLater: gate.watch.goesOnLater, remember: hasSearch };
}

function stopReason(live: Live): string {
  const reason: unknown = live.abort.signal.reason;
  return reason instanceof Error ? reason.message : 'Stopped.';
}

/** Publishes what the end of a stopped or failed answer added to it, for remaining followers. */
async function publishEnd({ deps, caller, run, live }: SegmentInput): Promise<void> {
  try {
    const stored = await readAnswer(deps.db, run);
    if (!stored) return;
    const missing = await missingChunks(deps.db, caller, run.chatId, stored, live.chunks);
    for (const chunk of missing) live.publish(chunk);
  } catch (error) {
    // It is stored: they get it when they reload the chat.
    log('warn', 'run', describeError(error));
  }
}
