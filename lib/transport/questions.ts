/** Questions that servers older than 2026 ask a person during a call; each stays open until nobody waits for it. */

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

  /**
   * @param calls during which it may have been asked. With several, nobody can tell which call it belongs to, and each
   * of them is told
   */
  async put(id: RequestId, params: Record<string, unknown>, calls: readonly Dispatch[]): Promise<Elicited> {
    const [call, ...others] = calls;
    // Before answering: once it is answered, these calls may all be over.
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

  /** The server no longer waits (`notifications/cancelled`). */
  withdraw(params: unknown): void {
    const id = isRecord(params) ? params.requestId : undefined;
    if (typeof id === 'string' || typeof id === 'number') this.open.get(id)?.ending.abort();
  }

  /** The call is over, and with it everything that was asked during it. */
  end(call: Dispatch): void {
    for (const one of this.open.values()) if (one.call === call) one.ending.abort();
  }
}
