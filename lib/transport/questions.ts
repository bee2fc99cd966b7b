/** Questions that servers older than 2026 put to a person while a call is under way, each until nobody waits for it. */

import type { Elicited } from '@/lib/tools/types';
import { isRecord } from '@/lib/values/records';
import type { RequestId } from './json-rpc';
import type { Dispatch } from './sending';

interface Open {
  call: Dispatch;
  ending: AbortController;
}

export class Questions {
  private readonly open = new Map<RequestId, Open>();

  /** @param calls in whose course it may be put: of several nobody can tell whose it is, and each of them is told */
  async put(id: RequestId, params: Record<string, unknown>, calls: readonly Dispatch[]): Promise<Elicited> {
    const [call, ...others] = calls;
    // Before it is answered: with the answer they may all be over.
    if (others.length > 0) await Promise.allSettled(calls.map((one) => one.onUnclear?.()));
    if (!call?.onElicit || others.length > 0 || this.open.has(id)) return { action: 'cancel' };
    const ending = new AbortController();
    this.open.set(id, { call, ending });
    try {
      return await call.onElicit(params, ending.signal);
    } finally {
      this.open.delete(id);
    }
  }

  /** The server does not wait any more (`notifications/cancelled`). */
  withdraw(params: unknown): void {
    const id = isRecord(params) ? params.requestId : undefined;
    if (typeof id === 'string' || typeof id === 'number') this.open.get(id)?.ending.abort();
  }

  /** The call is over, and with it what was asked in its course. */
  end(call: Dispatch): void {
    for (const one of this.open.values()) if (one.call === call) one.ending.abort();
  }
}
