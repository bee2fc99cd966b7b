/**
 * What the caller knows of a call on its way from the client to the transport: the client of @ai-sdk/mcp takes
 * a name and arguments and nothing else. It follows the call itself, so calls beside it on one client are safe.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { JSONRPCRequest } from '@ai-sdk/mcp';
import { CALL_ID_META } from '@/mcp/define-tool';
import type { Sending } from './types';

/** Without an id nothing is added to the message. */
export type Dispatch = Pick<Sending, 'onSend'> & { callId: string | undefined };

const underWay = new AsyncLocalStorage<Dispatch>();

/** Runs `task`; the `tools/call` that it sends is sent as `dispatch` says. */
export function dispatching<Result>(dispatch: Dispatch, task: () => Promise<Result>): Promise<Result> {
  return underWay.run(dispatch, task);
}

/** The request as it leaves, and what to tell right before that. */
export function dispatchOf(request: JSONRPCRequest): { request: JSONRPCRequest; onSend(): void } {
  const dispatch = request.method === 'tools/call' ? underWay.getStore() : undefined;
  if (!dispatch) return { request, onSend: () => {} };
  const { callId, onSend } = dispatch;
  if (callId === undefined) return { request, onSend };
  const params = request.params ?? {};
  const meta = { ...params._meta, [CALL_ID_META]: callId };
  return { request: { ...request, params: { ...params, _meta: meta } }, onSend };
}
