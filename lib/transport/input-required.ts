/**
 * A call of MCP 2026-07-28 in the middle of which its server asks for input: one call, several sends. Done here and
 * not by the client of @ai-sdk/mcp, which fails as if the answer were lost when it meets a question it does not know.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JSONRPCRequest } from '@ai-sdk/mcp';
import { ExchangeError } from '@/lib/tools/connection-error';
import type { Elicited, Sending } from '@/lib/tools/types';
import { isRecord } from '@/lib/values/records';
import type { Answer, RequestId } from './json-rpc';

/** A server that asks more often in one call is given up. */
const MOST_ROUNDS = 10;
/** Rounds in which a person answered nothing; a server that asks on does not take a no. */
const MOST_DECLINED = 2;
const MOST_QUESTIONS = 10;
/** Of what a server wants back with the answers, in characters. */
const MAX_STATE = 200_000;
/** Before a call is sent again that its server wants again without having asked anything, in milliseconds. */
const AGAIN_MS = 1_000;

export interface Rounds {
  /** Absent: nobody can be asked, and the call ends when the server does. */
  onElicit: Sending['onElicit'];
  goOn: Sending['goOn'];
  signal: AbortSignal | undefined;
  send(request: JSONRPCRequest): Promise<Answer>;
  /** For what is sent after the first message. */
  newId(): RequestId;
}

/**
 * Sends the request, and again with the answers as long as the server asks.
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
    // By then the server has said that it waits: what was sent had no other result.
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
  /** Goes back as it came. */
  state: string | undefined;
}

/** What the answer asks for; nothing when it is no such answer. */
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

/** One after the other: a person reads one form at a time. */
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
