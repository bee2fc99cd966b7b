/**
 * Carries what the caller knows about a call from the client to the transport, since the client of @ai-sdk/mcp takes a
 * name and arguments and nothing else. It follows the asynchronous call itself, so parallel calls on one client are
 * safe.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { JSONRPCRequest } from '@ai-sdk/mcp';
import type { Sending } from '@/lib/tools/types';
import { CALL_ID_META } from '@/mcp/define-tool';
import { LOG_LEVEL } from './log-lines';

/** Without an id, none is added to the message. */
export type Dispatch = Omit<Sending, 'callId'> & { callId: string | undefined };

const underWay = new AsyncLocalStorage<Dispatch>();

/** Runs `task`; the `tools/call` that it sends is sent as `dispatch` says. */
export function dispatching<Result>(dispatch: Dispatch, task: () => Promise<Result>): Promise<Result> {
  return underWay.run(dispatch, task);
}

/** The request as it is sent; a tool call also gets what its caller knows, and its progress token. */
export function dispatchOf(request: JSONRPCRequest): {
  request: JSONRPCRequest;
  dispatch?: Dispatch;
  token?: string;
} {
  const dispatch = request.method === 'tools/call' ? underWay.getStore() : undefined;
  if (!dispatch) return { request };
  const { callId, trace, onProgress, onElicit, onLog } = dispatch;
  const token = randomUUID();
  const params = request.params ?? {};
  const meta = {
    ...(onElicit ? params._meta : withoutQuestions(params._meta)),
    ...(onLog && isOfToday(params._meta) && { [LEVEL]: LOG_LEVEL }),
    ...(callId !== undefined && { [CALL_ID_META]: callId }),
    ...(trace !== undefined && { traceparent: trace }),
    ...(onProgress && { progressToken: token }),
  };
  if (Object.keys(meta).length === 0) return { request, dispatch, token };
  return { request: { ...request, params: { ...params, _meta: meta } }, dispatch, token };
}

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
/**
 * Servers of 2026 log for a call at the level that its own message asks for; older ones are asked once
 * (`logging/setLevel`).
 */
const LEVEL = 'io.modelcontextprotocol/logLevel';

function isOfToday(meta: Record<string, unknown> = {}): boolean {
  return Object.hasOwn(meta, CAPABILITIES);
}

/**
 * Servers of 2026 are told our capabilities with every message; if nobody can be asked anything, that one is left out.
 */
function withoutQuestions(meta: Record<string, unknown> = {}): Record<string, unknown> {
  if (!Object.hasOwn(meta, CAPABILITIES)) return meta;
  const { elicitation: _, ...rest } = Object(meta[CAPABILITIES]) as Record<string, unknown>;
  return { ...meta, [CAPABILITIES]: rest };
}
