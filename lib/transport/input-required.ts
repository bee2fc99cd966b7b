/**
 * A call of MCP 2026-07-28 during which its server asks for input: one call, sent several times. Done here rather than
 * by the client of @ai-sdk/mcp, which fails as if the answer were lost when it meets a kind of question it does not
 * know.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JSONRPCRequest } from '@ai-sdk/mcp';
import { ExchangeError } from '@/lib/tools/connection-error';
import type { Elicited, Sending } from '@/lib/tools/types';
import { isRecord } from '@/lib/values/records';
import type { Answer, RequestId } from './json-rpc';

/** A server that asks more often than this in one call is abandoned. */
const MOST_ROUNDS = 10;
/** How many rounds a person may decline; a server that keeps asking does not take no for an answer. */
const MOST_DECLINED = 2;
const MOST_QUESTIONS = 10;
/** The longest state that a server may want back with the answers, in characters. */
const MAX_STATE = 200_000;
/**
 * The pause, in milliseconds, before a call is sent again for a server that wants that without having asked anything.
 */
const AGAIN_MS = 1_000;

export interface Rounds {
  /** Absent if nobody can be asked; the call then ends when the server asks. */
  onElicit: Sending['onElicit'];
  goOn: Sending['goOn'];
  signal: AbortSignal | undefined;
  send(request: JSONRPCRequest): Promise<Answer>;
  /** An id for each message after the first. */
  newId(): RequestId;
}

/**
 * Sends the request, and sends it again with the answers as long as the server asks.
 * @throws ExchangeError, the signal's reason, whatever `send` throws
 */
export async function sentInRounds(first: JSONRPCRequest, rounds: Rounds): Promise<Answer> {
  const { onElicit, goOn, signal, send, newId } = rounds;
  let request = first;
  let declined = 0;
  for (let round = 0; ; round++) {
    const answer = await send(request);
    const asked = askedIn(answer);
    if (!asked) return { ...answer, id: first.id };
    // By now the server has said that it is waiting, so the request had no other result.
    if (!onElicit) throw new ExchangeError('asks for more input, which is not supported here', 'answered');
    if (round === MOST_ROUNDS) throw new ExchangeError('asks for more input again and again', 'answered');
    if (declined === MOST_DECLINED)
      throw new ExchangeError('asks for more input although it was declined', 'answered');
    const inputResponses = await answersTo(asked.questions, onElicit, signal);
    if (!inputResponses) await sleep(AGAIN_MS, undefined, { signal });
    if (Object.values(inputResponses ?? {}).some(({ action }) => action !== 'accept')) declined += 1;
    await goOn?.();
    signal?.throwIfAborted();
    const { state } = asked;
    const more = {
      ...(inputResponses && { inputResponses }),
      ...(state !== undefined && { requestState: state }),
    };
    request = { ...first, id: newId(), params: { ...first.params, ...more } };
  }
}

interface Asked {
  questions: [key: string, params: Record<string, unknown>][];
  /** Opaque; returned to the server unchanged. */
  state: string | undefined;
}

/** What the answer asks for; nothing if it does not ask. */
function askedIn(answer: Answer): Asked | undefined {
  if (!('result' in answer) || answer.result.resultType !== 'input_required') return undefined;
  const { inputRequests, requestState: state } = answer.result;
  const isQuestion = inputRequests === undefined || isRecord(inputRequests);
  const isState = state === undefined || typeof state === 'string';
  if (!isQuestion || !isState || (inputRequests === undefined && state === undefined)) {
    throw new ExchangeError('asks for input in a way that cannot be read', 'unknown');
  }
  const requests = Object.entries(inputRequests ?? {});
  if (requests.length > MOST_QUESTIONS || (state?.length ?? 0) > MAX_STATE) {
    throw new ExchangeError('asks for too much input at once', 'answered');
  }
  return { questions: requests.map(([key, request]) => [key, paramsOf(request)]), state };
}

function paramsOf(request: unknown): Record<string, unknown> {
  const { method, params } = Object(request) as Record<string, unknown>;
  if (method === 'elicitation/create' && isRecord(params)) return params;
  throw new ExchangeError('asks for a kind of input that is not supported here', 'answered');
}

/** One after the other, since a person reads one form at a time. */
async function answersTo(
  questions: Asked['questions'],
  onElicit: NonNullable<Sending['onElicit']>,
  signal: AbortSignal | undefined,
): Promise<Record<string, Elicited> | undefined> {
  const answers: [string, Elicited][] = [];
  for (const [key, params] of questions) {
    signal?.throwIfAborted();
    answers.push([key, await onElicit(params, signal ?? new AbortController().signal)]);
  }
  return answers.length > 0 ? Object.fromEntries(answers) : undefined;
}
