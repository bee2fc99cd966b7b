import 'server-only';
/**
 * Sends one call that may run, and finds out how it ended. The dispatch mark is committed before anything leaves.
 * An answer that got lost is asked for again only where that can do no harm: of a trusted server, what only reads
 * or may be repeated, and what no person had to confirm. Everything else is settled with the server's own word on
 * the call, or its outcome is unknown.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Queryable } from '@/db/client';
import { seenWait } from '@/lib/seeing/waits';
import { findCallById, isOnItsWay, markLateAnswer, markSealed } from '@/lib/store/calls';
import { ExchangeError, isConnectionError, isForPerson } from '@/lib/tools/connection-error';
import { merelyReads } from '@/lib/tools/merely-reads';
import type { CallOutcome, ConnectedTool, Connections, Elicited } from '@/lib/tools/types';
import { keepingMedia, type Media } from './call-media';
import type { AllowedAhead } from './call-record';
import { asksById, isRehearsal, isSameServer, isSameTool } from './call-rows';
import { type Ended, endOf, outputOf, resultHash, undoIdOf } from './ended';
import type { Hearing } from './heard';
import { noteLack } from './lacks-sign-in';
import { advance, type CallRow, type Fence, heldOf, isFinal } from './ledger';
import { seenCall } from './seen-call';
import { type Heard, type Listener, Telling } from './telling';

/** The first sending included. */
const MOST_ATTEMPTS = 3;
/** Before the second attempt, in milliseconds; twice as long before the third. */
const PAUSE_MS = 200;
const LOOKUP_MS = 10_000;

/**
 * Puts what a server asks in the middle of a call (`params` as sent) before a person; without `params` it is only noted
 * that it asked, and that nobody can tell of which call. The signal is aborted when nobody waits for the answer any
 * more. Rejects where this process may not go on with the call.
 */
export type Elicit = (
  row: CallRow,
  params: Record<string, unknown> | undefined,
  signal: AbortSignal,
) => Promise<Elicited>;

/** @returns the row as dispatched; nothing when another process has it; or why it may not run any more */
export type Take = (row: CallRow) => Promise<CallRow | { refused: string } | undefined>;

export interface Sending extends Listener {
  db: Database;
  connections: Connections;
  tool: ConnectedTool;
  input: unknown;
  /** Free to be taken, claimed by this process, or dispatched by one that died. */
  row: CallRow;
  /** Of the process that holds the run; none where a person asks beside it. */
  fence?: Fence | undefined;
  /** Takes the call and marks it as sent, once its server has a place for it; absent: the mark is all that it needs. */
  take?: Take | undefined;
  /** Marks it as sent once more, if it still may be; absent: the mark is all that it needs. */
  again?: Take | undefined;
  /** A person had to confirm it: it is never sent a second time. */
  confirmed: boolean;
  /** Aborted when the run is stopped. */
  signal: AbortSignal;
  /** Somebody had allowed it ahead. */
  allowed?: AllowedAhead | undefined;
  /** Whether anybody still waits for it; absent: nobody has to. */
  hearing?: Hearing | undefined;
  /** Told right before each of its messages is handed to the network. */
  onSend?: (() => void) | undefined;
  /** What else ends with it: where the statement is made that writes down how it ended. */
  closing?: ((db: Queryable) => Pick<Queryable, 'update'>) | undefined;
  /** Absent: nobody can be asked anything in the middle of it. */
  elicit?: Elicit | undefined;
}

/** One call being sent, with how many of its messages have left. */
interface Exchange extends Sending, Heard {
  sends: number;
}

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
  // Another process has sent it, and this one finds out what became of it.
  const sentAt = row.status === 'dispatched' ? row.dispatchedAt?.getTime() : undefined;
  const telling = new Telling(sending, sending.connections.limitsOf(tool), {
    toolCallId: row.toolCallId,
    startedAt: Math.min(Date.now(), sentAt ?? Number.POSITIVE_INFINITY),
    ...{ ...(allowed && { allowed }), ...asksById(tool, row) },
    ...(tool.perCall === undefined ? {} : { found: { risk: tool.risk, annotations: tool.annotations } }),
  });
  const ended = await attempts({ ...sending, sends: 0, ...telling.heard }).finally(() => telling.rest());
  // How long it took is not known when it is unknown whether it took effect.
  telling.end(ended.status, sentAt === undefined || ended.status !== 'unknown', undoIdOf(row, ended));
  return ended;
}

async function attempts(sending: Exchange): Promise<Ended> {
  const { signal } = sending;
  let { row } = sending;
  let unknownCall = row.status === 'dispatched';
  let wasRenewed = false;
  let text = 'The server was restarted while the answer was awaited.';
  // What its server can tell of it need not be tried again.
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
      // An error answers this sending, not the one whose answer was lost.
      if (unknownCall && outcome.isError)
        return settle(sending, row, `Asked again it said: ${errorOf(outcome)}`);
      return answered(sending, row, outcome);
    }
    unknownCall ||= attempt.unknownCall;
    text = attempt.text;
    if (attempt.lacksSignIn) await noteLack(sending.db, row);
    // Refused for a token that was renewed since: asked once more, where that can do no harm.
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

/** One attempt, once its server has a place for it: what only waits for one is not marked as sent. */
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
    // Whether anybody hears it the statement looks itself.
    if (row.status !== 'dispatched') await hearing?.settled();
    const take = row.status === 'dispatched' ? exchange.again : exchange.take;
    const dispatched = take ? await take(row) : await advance(db, row, path, {}, fence);
    if (dispatched && 'refused' in dispatched) return dispatched;
    if (!dispatched && row.status !== 'dispatched') await hearing?.assertHeard();
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

/** What its server may ask in the middle of it, after which the call goes on; never once the run is another process'. */
function asking({ db, fence, elicit, onWaited, signal }: Exchange, row: CallRow) {
  if (!elicit || !fence) return {};
  const onElicit = async (params: Record<string, unknown>, ending: AbortSignal): Promise<Elicited> => {
    const began = Date.now();
    return elicit(row, params, ending).finally(() => onWaited(Date.now() - began));
  };
  const goOn = async () => {
    if (!(await isOnItsWay(db, row, heldOf(fence)).catch(() => false))) throw givenUp();
  };
  const onUnclear = () => elicit(row, undefined, signal);
  return { onElicit, onUnclear, goOn };
}

/** The call may have been taken over, or nobody can tell: nothing more of it is sent from here. */
export const givenUp = () =>
  new ExchangeError('asked for more, and this answer was given up meanwhile', 'unknown');

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

/** No answer came, and it may have taken effect. What only reads or rehearses has none; otherwise the server is asked about it. */
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

/** Both when it was made and now: what it was then says nothing of what a tool of the same name does today. */
const onlyReads = (tool: ConnectedTool, row: CallRow) => [tool, row].every(merelyReads);

function canTell({ tool }: Sending, row: CallRow): boolean {
  return tool.lookup !== undefined && isSameServer(tool, row) && !onlyReads(tool, row);
}

/** First the call is sealed: what our own tools have not done by then they will not do. */
async function lookUp({ db, connections, tool }: Sending, row: CallRow) {
  try {
    await markSealed(db, row.id);
    return await connections.happened(tool, row.id, AbortSignal.timeout(LOOKUP_MS));
  } catch {
    return null;
  }
}

/**
 * Writes down how the call ended. When somebody has said so before, that stands: an answer that comes after the call
 * was given up only stands beside it.
 */
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
