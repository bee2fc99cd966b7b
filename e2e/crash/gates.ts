/**
 * Places at which a process under test is held, so that it can be killed exactly there. An open gate lets everything
 * pass; a closed one holds the first arrival, once, until it is opened.
 */

interface Gate {
  reached: Promise<void>;
  reach(): void;
  opened: Promise<void>;
  open(): void;
}

export class Gates {
  private readonly set = new Map<string, Gate>();

  /** Holds the next arrival at this place. */
  close(place: string): Gate {
    const gate = { ...latch('reached', 'reach'), ...latch('opened', 'open') } as unknown as Gate;
    this.set.set(place, gate);
    return gate;
  }

  /** Called at the place itself: resolves at once, or when the gate is opened. */
  async pass(place: string): Promise<void> {
    const gate = this.set.get(place);
    if (!gate) return;
    this.set.delete(place);
    gate.reach();
    await gate.opened;
  }
}

function latch(promise: string, resolve: string): Record<string, unknown> {
  let done = () => {};
  const waiting = new Promise<void>((resolved) => {
    done = resolved;
  });
  return { [promise]: waiting, [resolve]: () => done() };
}
