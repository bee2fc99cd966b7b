/**
 * Our own tools with gates in front of them, for tests of race conditions: a call can be held before it is claimed,
 * before it is marked as sent, and in its server; and calls that reached the server are recorded.
 */

import type { RunDependencies } from '@/lib/runs/dependencies';
import type { Connections } from '@/lib/tools/types';

/** `claiming`: its preview is read again; `claimed`: it waits for a slot; `sent`: it is at its server. */
export type Gate = 'claiming' | 'claimed' | 'sent';

interface Held {
  at: Gate;
  arrived: () => void;
  until: Promise<void>;
}

export class HeldCalls {
  /** The customers' ids of the calls that reached the server, in order. */
  readonly sent: string[] = [];
  private readonly held = new Map<string, Held>();

  /** @returns the dependencies with the gates in front of every tool */
  around(deps: RunDependencies): RunDependencies {
    return { ...deps, connectionsFor: (caller) => this.wrap(deps.connectionsFor(caller)) };
  }

  /**
   * Holds the next call about a customer.
   * @returns `reached`: it is at the gate; `release`: lets it go on
   */
  hold(customerId: string, at: Gate): { reached: Promise<void>; release: () => void } {
    let arrived = () => {};
    let release = () => {};
    const reached = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.held.set(customerId, { at, arrived, until });
    return { reached, release };
  }

  private async pass(at: Gate, customerId: string): Promise<void> {
    const held = this.held.get(customerId);
    if (held?.at !== at) return;
    this.held.delete(customerId);
    held.arrived();
    await held.until;
  }

  private wrap(inner: Connections): Connections {
    // The driving process has these for itself, so the slot that is taken belongs to the last preview.
    let about = '';
    const gated: Pick<Connections, 'preview' | 'enter' | 'call'> = {
      preview: async (tool, input, ...asked) => {
        about = customerOf(input);
        await this.pass('claiming', about);
        return inner.preview(tool, input, ...asked);
      },
      enter: async (tool, signal) => {
        await this.pass('claimed', about);
        return inner.enter(tool, signal);
      },
      call: async (tool, input, signal, sending) => {
        this.sent.push(customerOf(input));
        await this.pass('sent', customerOf(input));
        return inner.call(tool, input, signal, sending);
      },
    };
    return new Proxy(inner, {
      get: (target, name) => {
        const value: unknown = Reflect.get(name in gated ? gated : target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }
}

function customerOf(input: unknown): string {
  return String(Object(input).customerId);
}
