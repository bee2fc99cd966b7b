/** One call of one tool: sent at most once, abandoned when its time is up, with failures put into words. */

import { traceparentNow } from '@/lib/seeing/spans';
import { ConnectionError, ExchangeError, exchangeErrorOf } from '@/lib/tools/connection-error';
import type { CallOutcome, ConnectedTool, Sending } from '@/lib/tools/types';
import { isRecord } from '@/lib/values/records';
import { CallClock, type CallTimes } from './call-clock';
import { callError, tooSlow } from './call-error';
import { callOutcome } from './call-outcome';
import type { ServerConnection } from './server-connection';

export interface ToolCall {
  tool: ConnectedTool;
  input: unknown;
  signal: AbortSignal;
  times: CallTimes;
  /** Absent for calls without an id, such as questions to companions. */
  sending?: Sending | undefined;
}

/** @throws ConnectionError, or the signal's reason */
export async function callTool(connection: ServerConnection, call: ToolCall): Promise<CallOutcome> {
  const { tool, input, signal, times, sending } = call;
  if (!isRecord(input)) {
    throw new ConnectionError(`The arguments of "${tool.name}" are not an object.`, 'not-sent');
  }
  let isSent = false;
  const clock = new CallClock(times);
  const onSend = () => {
    sending?.onSend();
    isSent = true;
    clock.heard();
  };
  const onHeard = () => {
    clock.heard();
    sending?.onHeard?.();
  };
  const ask = sending?.onElicit;
  const onElicit: Sending['onElicit'] = ask && ((...asked) => clock.standStill(() => ask(...asked)));
  const trace = handedOn(tool);
  const dispatch = {
    ...sending,
    trace,
    callId: sending?.callId,
    onSend,
    onHeard,
    ...(onElicit && { onElicit }),
  };
  try {
    const both = AbortSignal.any([signal, clock.signal]);
    return callOutcome(await connection.call(tool, input, both, dispatch));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const { endedBy } = clock;
    if (endedBy) throw tooSlow(tool, endedBy, times, isSent);
    const failed = connection.isSignedIn && !tool.trusted ? doubted(error) : error;
    throw callError(failed, tool, isSent, (text) => connection.clean(text));
  } finally {
    clock.stop();
  }
}

/** Trace ids link what a person did at several servers, so untrusted servers do not get them. */
const handedOn = ({ trusted }: ConnectedTool) => (trusted ? traceparentNow() : undefined);

/** An untrusted server may have done what it was asked and still answer that the token is not valid. */
function doubted(error: unknown): unknown {
  const refusal = exchangeErrorOf(error);
  const isForToken = refusal?.code === 'needs-sign-in' || refusal?.code === 'renewed';
  if (!refusal || !isForToken || refusal.delivery !== 'answered') return error;
  return new ExchangeError(refusal.message, 'unknown', refusal.code);
}
