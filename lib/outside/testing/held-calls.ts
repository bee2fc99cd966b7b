/**
 * Our own tools with gates in front of them, for tests of what happens in between: a call can be held before it is
 * claimed, between that and its being marked as sent, and in its server; and what reached the server is written down.
 */

import type { RunDependencies } from '@/lib/runs/dependencies';
import type { Connections } from '@/lib/tools/types';

/** `claiming`: its preview is asked for once more; `claimed`: it waits for its place; `sent`: it is at its server. */
export type Gate = 'claiming' | 'claimed' | 'sent';

interface Held {
  at: Gate;
  arrived: () => void;
  until: Promise<void>;
}

export class HeldCalls {
  /** Ids of the customers about which a call reached the server, in their order. */
  readonly sent: string[] = [];
  private readonly held = new Map<string, Held>();

  /** @returns the dependencies with the gates in front of every tool */
  around(deps: RunDependencies): RunDependencies {
    return { ...deps, connectionsFor: (caller) => this.wrap(deps.connectionsFor(caller)) };
  }

  /**
   * Holds the next call about a customer.
   * @returns `reached`: it stands at the gate; `release`: it goes on
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
    // The process that drives a call has these to itself: the place that is taken is for what was previewed last.
    let about = '';
    const gated: Pick<Connections, 'preview' | 'enter' | 'call'> = {
      preview: async (tool, input, signal) => {
        about = customerOf(input);
        await this.pass('claiming', about);
        return inner.preview(tool, input, signal);
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
