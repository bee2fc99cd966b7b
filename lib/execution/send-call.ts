import 'server-only';
/**
 * Sends one call that may run, and finds out how it ended. The dispatch mark is committed before anything leaves. After
 * a lost answer a call is sent again only where that can do no harm: the server is trusted, the tool is read-only or
 * idempotent, and no person had to confirm the call. In all other cases the server is asked what became of the call; if
 * it cannot tell, the outcome is unknown.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Queryable } from '@/db/client';
import { seenWait } from '@/lib/seeing/waits';
import { findCallById, markLateAnswer, markSealed } from '@/lib/store/calls';
import { isConnectionError, isForPerson } from '@/lib/tools/connection-error';
import { merelyReads } from '@/lib/tools/merely-reads';
import type { CallOutcome, ConnectedTool, Connections } from '@/lib/tools/types';
import { asking, type Elicit } from './asking';
import { keepingMedia, type Media } from './call-media';
import type { AllowedAhead } from './call-record';
import { asksById, isRehearsal, isSameServer, isSameTool } from './call-rows';
import { type Ended, endOf, outputOf, resultHash, undoIdOf } from './ended';
import type { Hearing } from './heard';
import { noteLack } from './lacks-sign-in';
import { advance, type CallRow, type Fence, isFinal } from './ledger';
import { seenCall } from './seen-call';
import { type Heard, type Listener, Telling } from './telling';

/** The first sending included. */
const MOST_ATTEMPTS = 3;
/** Before the second attempt, in milliseconds; twice as long before the third. */
const PAUSE_MS = 200;
const LOOKUP_MS = 10_000;

/** @returns the row as dispatched; nothing if another process has it; or the reason why it may not run any more */
export type Take = (row: CallRow) => Promise<CallRow | { refused: string } | undefined>;

export interface Sending extends Listener {
  db: Database;
  connections: Connections;
  tool: ConnectedTool;
  input: unknown;
  /** Not taken yet, claimed by this process, or dispatched by a process that died. */
  row: CallRow;
  /** Of the process that holds the run; absent for a call a person makes beside it. */
  fence?: Fence | undefined;
  /** Takes the call and marks it as sent, once its server has a slot for it; absent: the ledger's mark is enough. */
  take?: Take | undefined;
  /** Marks a repeated sending, if the call may still be sent; absent: the ledger's mark is enough. */
  again?: Take | undefined;
  /** Before more of it is sent than its first message: why it may not run any more, if so; absent: it may. */
  whyStopped?: ((row: CallRow) => Promise<string | undefined>) | undefined;
  /** Before its server is asked what became of it: throws if it may not be; absent: it may. */
  assertLookUp?: (() => Promise<void>) | undefined;
  /** A person had to confirm it, so it is never sent a second time. */
  confirmed: boolean;
  /** Aborted when the run is stopped. */
  signal: AbortSignal;
  /** The grant by which it runs unasked, if any. */
  allowed?: AllowedAhead | undefined;
  /** Whether its client still waits for it; absent: nobody needs to be waiting. */
  hearing?: Hearing | undefined;
  /** Called right before each of its messages is handed to the network. */
  onSend?: (() => void) | undefined;
  /** Lets the statement that records the end of the call write something else with it. */
  closing?: ((db: Queryable) => Pick<Queryable, 'update'>) | undefined;
  /** Absent: its server cannot ask anybody anything during the call. */
  elicit?: Elicit | undefined;
}

/** One call being sent, with a count of the messages that have left. */
type Exchange = Sending & Heard & { sends: number };

/** The outcome of one attempt. `unknownCall`: it may have taken effect although no answer came. */
type Attempt =
  | { outcome: CallOutcome }
  | { text: string; unknownCall: boolean; refused: boolean; isRenewed?: boolean; lacksSignIn?: boolean };

/** Sends the call, at most three times, and writes down how it ended. Throws only when the ledger cannot be written. */
export function sendCall(sending: Sending): Promise<Ended> {
  return seenCall(sending.row, sending.tool, () => sent(sending));
}

async function sent(sending: Sending): Promise<Ended> {
  const { row, tool, allowed } = sending;
  // Set if another process has sent it and this one finds out what became of it.
  const sentAt = row.status === 'dispatched' ? row.dispatchedAt?.getTime() : undefined;
  const telling = new Telling(sending, sending.connections.limitsOf(tool), {
    toolCallId: row.toolCallId,
    startedAt: Math.min(Date.now(), sentAt ?? Number.POSITIVE_INFINITY),
    ...(allowed && { allowed }),
    ...asksById(tool, row),
    ...(tool.perCall === undefined ? {} : { found: { risk: tool.risk, annotations: tool.annotations } }),
  });
  const ended = await attempts({ ...sending, sends: 0, ...telling.heard }).finally(() => telling.rest());
  // If the outcome is unknown, so is how long the call took.
  telling.end(ended.status, sentAt === undefined || ended.status !== 'unknown', undoIdOf(row, ended));
  return ended;
}

async function attempts(sending: Exchange): Promise<Ended> {
  const { signal } = sending;
  let { row } = sending;
  let unknownCall = row.status === 'dispatched';
  let wasRenewed = false;
  let text = 'The server was restarted while the answer was awaited.';
  // If its server can say what became of the call, there is no need to send it again.
  if (unknownCall && canTell(sending, row)) return settle(sending, row, text);
  for (let isFirst = !unknownCall; isFirst || mayRepeat(sending, row); isFirst = false) {
    if (!isFirst && row.attempts > 0)
      await sleep(PAUSE_MS * row.attempts, undefined, { signal }).catch(() => {});
    const tried = await inPlace(sending, row);
    if (tried === 'stopped') text = stopText(signal);
    if (tried === 'stopped' || (tried === 'taken' && unknownCall)) break;
    if (tried === 'taken') throw new Error('Another process has taken this call. Nothing ran here.');
    if ('refused' in tried) {
      text = tried.refused;
      break;
    }
    row = tried.row;
    const { attempt } = tried;
    if ('outcome' in attempt) {
      const { outcome } = attempt;
      // An error answers this attempt; it says nothing about the attempt whose answer was lost.
      if (unknownCall && outcome.isError)
        return settle(sending, row, `Asked again it said: ${errorOf(outcome)}`);
      return answered(sending, row, outcome);
    }
    unknownCall ||= attempt.unknownCall;
    text = attempt.text;
    if (attempt.lacksSignIn) await noteLack(sending.db, row);
    // The token was refused and has been renewed since: tried again, if that can do no harm.
    if (attempt.refused && (!attempt.isRenewed || wasRenewed)) break;
    wasRenewed ||= attempt.refused;
  }
  if (!unknownCall) return close(sending, row, { status: 'error', text });
  return settle(sending, row, text);
}

function mayRepeat({ tool, confirmed, signal }: Sending, row: CallRow): boolean {
  const isHarmless = tool.risk === 'read-only' || tool.annotations.idempotentHint;
  const isFree = !confirmed && !row.sealedAt && !signal.aborted && row.attempts < MOST_ATTEMPTS;
  return isFree && tool.trusted && isHarmless && isSameTool(tool, row);
}

/** One attempt, once its server has a slot for it: a call that only waits for a slot is not marked as sent. */
async function inPlace(
  exchange: Exchange,
  row: CallRow,
): Promise<{ row: CallRow; attempt: Attempt } | { refused: string } | 'taken' | 'stopped'> {
  const { connections, tool, db, fence, signal, hearing } = exchange;
  const leave = await seenWait('server', () => connections.enter(tool, signal)).catch(() => undefined);
  if (!leave) return 'stopped';
  try {
    const isTaken = row.status === 'claimed' || row.status === 'dispatched';
    const path = isTaken ? (['dispatched'] as const) : (['claimed', 'dispatched'] as const);
    // The statement below checks for itself whether anybody still waits; it needs the latest word in the database.
    if (row.status !== 'dispatched') await hearing?.settled();
    const take = row.status === 'dispatched' ? exchange.again : exchange.take;
    const dispatched = take ? await take(row) : await advance(db, row, path, {}, fence);
    if (dispatched && 'refused' in dispatched) return dispatched;
    if (!dispatched && row.status !== 'dispatched') await hearing?.assertHeard();
    if (dispatched?.rule) exchange.onRule(dispatched.rule);
    return dispatched ? { row: dispatched, attempt: await once(exchange, dispatched) } : 'taken';
  } finally {
    leave();
  }
}

async function once(exchange: Exchange, row: CallRow): Promise<Attempt> {
  const { connections, tool, input, signal, onHeard, onProgress, onLog } = exchange;
  const before = exchange.sends;
  const onSend = () => {
    exchange.sends += 1;
    exchange.onSend?.();
  };
  try {
    const sending = {
      callId: row.id,
      onSend,
      onHeard,
      onProgress,
      onLog,
      hasEntered: true,
      ...asking(exchange, row),
    };
    return { outcome: await connections.call(tool, input, signal, sending) };
  } catch (error) {
    if (signal.aborted)
      return { text: stopText(signal), unknownCall: exchange.sends > before, refused: false };
    if (!isConnectionError(error)) throw error;
    const { delivery, message, code } = error;
    return {
      text: message,
      unknownCall: delivery === 'unknown',
      refused: delivery === 'answered',
      isRenewed: code === 'renewed',
      lacksSignIn: isForPerson(code),
    };
  }
}

function stopText(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : 'Stopped.';
}

function answered(sending: Exchange, row: CallRow, outcome: CallOutcome): Promise<Ended> {
  if (outcome.isError) return close(sending, row, { status: 'error', text: errorOf(outcome) });
  return close(sending, row, { status: 'success', output: outputOf(outcome, row) }, outcome.media);
}

function errorOf({ text }: CallOutcome): string {
  return text || 'The tool reported an error without words.';
}

/** No answer came, and it may have taken effect. Reads and rehearsals have none; otherwise the server is asked. */
async function settle(sending: Exchange, row: CallRow, text: string): Promise<Ended> {
  const { tool, signal } = sending;
  if (onlyReads(tool, row) || isRehearsal(row)) {
    return close(sending, row, { status: signal.aborted ? 'abort' : 'error', text });
  }
  const found = canTell(sending, row) ? await lookUp(sending, row) : null;
  const isKnown = found && (found.happened || found.final);
  if (!isKnown) return close(sending, row, { status: 'unknown', text });
  if (!found.happened) {
    const status = signal.aborted ? 'abort' : 'error';
    return close(sending, row, { status, text: `${text} It was looked up since: it did not take effect.` });
  }
  const words = 'It took effect. Its answer was lost on the way and was looked up since.';
  const outcome = found.outcome ?? { isError: false, text: words, structured: undefined };
  return close(sending, row, { status: 'success', output: outputOf(outcome, row) }, outcome.media);
}

/** Read-only both when the call was made and now: what the tool was then says nothing about a tool of the same name today. */
const onlyReads = (tool: ConnectedTool, row: CallRow) => [tool, row].every(merelyReads);

function canTell({ tool }: Sending, row: CallRow): boolean {
  return tool.lookup !== undefined && isSameServer(tool, row) && !onlyReads(tool, row);
}

/** The call is sealed first: whatever our own tools have not done by then, they will not do. */
async function lookUp({ db, connections, tool, assertLookUp }: Sending, row: CallRow) {
  try {
    await assertLookUp?.();
    await markSealed(db, row.id);
    return await connections.happened(tool, row.id, AbortSignal.timeout(LOOKUP_MS), assertLookUp);
  } catch {
    return null;
  }
}

/** Records how the call ended. An end recorded earlier stands; an answer that comes later is only noted beside it. */
async function close(
  { db, sends, closing }: Exchange,
  row: CallRow,
  ended: Ended,
  media: readonly Media[] = [],
): Promise<Ended> {
  const isSuccess = ended.status === 'success';
  const noted = {
    ...(isSuccess ? { result: ended.output } : { error: ended.text }),
    resultHash: resultHash(ended),
    sends: row.sends + sends,
  };
  const keeping = keepingMedia(db, row, isSuccess ? ended.output.content : [], media);
  const closed = await keeping((tx) => advance(closing?.(tx) ?? tx, row, ended.status, noted));
  if (closed) return ended;
  if (isSuccess) {
    const late = { result: ended.output, resultHash: noted.resultHash };
    await keeping((tx) => markLateAnswer(tx, row, late));
  }
  const stands = await findCallById(db, row.id);
  if (stands && isFinal(stands.status)) return endOf(stands);
  throw new Error('This call was given up before its answer came.');
}
