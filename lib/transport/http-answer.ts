/** Turns an HTTP response into the one answer to a request, whatever the server may have sent instead. */
import type { JSONRPCRequest } from '@ai-sdk/mcp';
import { ExchangeError } from '@/lib/tools/connection-error';
import { type ByteBudget, readAll, readText } from './bounded-body';
import { streamEvents } from './event-stream';
import {
  type Answer,
  answerFrom,
  errorOf,
  isFor,
  isServerMessage,
  parseJson,
  parseJsonIfAny,
  type ServerMessage,
} from './json-rpc';
import { reasonInBody } from './server-reason';

const MAX_REFUSAL_BYTES = 100_000;
/** How long to wait for the error text of a server that has failed. */
const DOUBTFUL_MS = 2_000;

/** The reading position in an event stream. */
export interface StreamPlace {
  lastEventId?: string;
  /** After how many milliseconds to reconnect if the stream ends. */
  retryMs?: number;
}

export interface ReadingOptions {
  budget: ByteBudget;
  signal: AbortSignal | undefined;
  /** Whether the request named a session, which the server may have forgotten. */
  namedSession: boolean;
  /** Called with messages that the server sends besides the answer. */
  onServerMessage(message: ServerMessage): void;
  /** Updated while an event stream is read. */
  place: StreamPlace;
}

/** @throws ExchangeError if the response holds no answer to the request; the signal's reason */
export async function readAnswer(
  request: JSONRPCRequest,
  response: Response,
  options: ReadingOptions,
): Promise<Answer> {
  if (!response.ok) return readRefusal(request, response, options);
  const type = response.headers.get('content-type')?.toLowerCase() ?? '';
  if (type.includes('application/json')) {
    const value = parseJson(await readAll(response, options.budget, options.signal));
    const messages: unknown[] = Array.isArray(value) ? value : [value];
    const own = messages.find((message) => isFor(message, request.id));
    if (own) return answerFrom(own, request.id);
  } else if (type.includes('text/event-stream')) {
    const answer = await readStream(request, response, options);
    if (answer) return answer;
  } else {
    await response.body?.cancel();
  }
  throw new ExchangeError('ended its answer without a result', 'unknown', 'cut-off');
}

/** @param request whose answer ends the reading; without one, reading ends with the stream */
export async function readStream(
  request: JSONRPCRequest | undefined,
  response: Response,
  { budget, signal, place, onServerMessage }: ReadingOptions,
): Promise<Answer | undefined> {
  for await (const event of streamEvents(readText(response, budget, signal))) {
    if (event.id) place.lastEventId = event.id;
    if (event.retryMs !== undefined) place.retryMs = event.retryMs;
    if (event.data === undefined || event.type !== 'message') continue;
    const message = parseJson(event.data);
    if (request && isFor(message, request.id)) return answerFrom(message, request.id);
    if (isServerMessage(message)) onServerMessage(message);
  }
  return undefined;
}

/**
 * In HTTP, a request that is answered with 4xx was refused and did nothing, whether or not the refusal carries a
 * JSON-RPC error. The exceptions are 408 and 5xx: there, something may have failed after the effect.
 */
async function readRefusal(
  request: JSONRPCRequest,
  response: Response,
  { signal, namedSession }: ReadingOptions,
): Promise<Answer> {
  const { status } = response;
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    await response.body?.cancel();
    throw new ExchangeError('redirects elsewhere, which is not followed; give its final address', 'unknown');
  }
  const isDoubtful = status === 408 || status >= 500;
  const text = await readWords(response, isDoubtful ? DOUBTFUL_MS : undefined, signal);
  const reason = reasonInBody(text, response.headers.get('content-type') ?? '');
  if (isDoubtful) throw new ExchangeError(`answered with HTTP ${status}`, 'unknown', undefined, reason, true);
  signal?.throwIfAborted();
  if (status === 401) {
    throw new ExchangeError(
      'needs sign-in (it answered HTTP 401)',
      'answered',
      'needs-sign-in',
      reason,
      true,
    );
  }
  if (status === 404 && namedSession) {
    throw new ExchangeError('has ended the session', 'answered', 'session-gone');
  }
  const error = errorOf(parseJsonIfAny(text));
  if (error) return { jsonrpc: '2.0', id: request.id, error };
  const isElsewhere = [400, 404, 405].includes(status) && request.method === 'initialize';
  const code = isElsewhere ? 'other-way' : undefined;
  throw new ExchangeError(`answered with HTTP ${status}`, 'answered', code, reason, true);
}

/** The text of the answer, as far as it arrives soon. */
async function readWords(
  response: Response,
  withinMs: number | undefined,
  signal: AbortSignal | undefined,
): Promise<string> {
  const limits = [
    ...(signal ? [signal] : []),
    ...(withinMs === undefined ? [] : [AbortSignal.timeout(withinMs)]),
  ];
  const limit = limits.length > 0 ? AbortSignal.any(limits) : undefined;
  return readAll(response, { limit: MAX_REFUSAL_BYTES, used: 0 }, limit).catch(() => '');
}
