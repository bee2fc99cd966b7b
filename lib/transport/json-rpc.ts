/** Reads JSON-RPC answers from servers that may send anything. */
import type { JSONRPCError, JSONRPCResponse } from '@ai-sdk/mcp';
import { ExchangeError } from '@/lib/tools/connection-error';
import { isRecord } from '@/lib/values/records';

export type RequestId = string | number;
export type Answer = JSONRPCResponse | JSONRPCError;

/**
 * Parses JSON. Members called `__proto__` are dropped: they mean nothing here, and code that copies members by
 * assignment would take them for a prototype.
 * @throws ExchangeError if it is not JSON
 */
export function parseJson(text: string): unknown {
  const mayNamePrototype = text.includes('__proto__') || text.includes('\\u005');
  try {
    if (!mayNamePrototype) return JSON.parse(text);
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value));
  } catch {
    throw new ExchangeError('answered something that is not JSON', 'unknown');
  }
}

/** The same; undefined if it is not JSON. */
export function parseJsonIfAny(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** A message that the server sends of its own accord: a request (with an id) or a notification. */
export interface ServerMessage {
  method: string;
  id?: RequestId;
  params?: unknown;
}

export function isServerMessage(message: unknown): message is ServerMessage {
  return isRecord(message) && typeof message.method === 'string';
}

/** Whether a message answers this request, with a result or an error. */
export function isFor(message: unknown, id: RequestId): boolean {
  return isRecord(message) && message.id === id && !isServerMessage(message);
}

/**
 * The message as an answer to this request, reduced to the members that JSON-RPC defines.
 * @throws ExchangeError if it is neither a result nor an error
 */
export function answerFrom(message: unknown, id: RequestId): Answer {
  if (isRecord(message) && isRecord(message.result)) {
    return { jsonrpc: '2.0', id, result: message.result };
  }
  const error = errorOf(message);
  if (error) return { jsonrpc: '2.0', id, error };
  throw new ExchangeError('answered something that is not JSON-RPC', 'unknown');
}

/** The error in a message, if it carries one. */
export function errorOf(message: unknown): JSONRPCError['error'] | undefined {
  if (!isRecord(message) || !isRecord(message.error)) return undefined;
  const { code, message: text, data } = message.error;
  if (typeof code !== 'number' || !Number.isInteger(code) || typeof text !== 'string') return undefined;
  return { code, message: text, data };
}
