/**
 * The order of one step's calls. The SDK starts all calls of a step together; this queue lets neighbouring
 * reads run together and everything else alone, after all that the model ordered before it. Positions are
 * handed out by `plan`, which is called one by one in the model's order before anything runs.
 */

interface Slot {
  callId: string;
  onlyReads: boolean;
  finished: Promise<void>;
  finish: () => void;
}

export class StepQueue {
  private slots: Slot[] = [];

  /** Forgets the previous step. */
  reset(): void {
    this.slots = [];
  }

  /** Gives the call the next place. */
  plan(callId: string, onlyReads: boolean): void {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    this.slots.push({ callId, onlyReads, finished, finish });
  }

  /**
   * Runs the work when its turn has come. Throws when the call was never planned: what was not judged does
   * not run. Whatever the work does, the next call's turn comes. An abort ends the waiting, too.
   */
  async run<Result>(callId: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const index = this.slots.findIndex((slot) => slot.callId === callId);
    const mine = this.slots[index];
    if (!mine) throw new Error('This call was not planned and does not run.');
    const before = this.slots.slice(0, index).filter((slot) => !(slot.onlyReads && mine.onlyReads));
    try {
      await Promise.race([Promise.all(before.map((slot) => slot.finished)), aborted(signal)]);
      signal.throwIfAborted();
      return await work();
    } finally {
      mine.finish();
    }
  }
}

/** Resolves once the signal is aborted; `throwIfAborted` then says why. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
