/**
 * The order of one step's calls. The SDK starts all calls of a step together; this queue lets neighbouring calls that
 * are peers run together, and runs every other call alone: after everything the model ordered before it, and before
 * everything it ordered after it. `plan` hands out positions in the model's order, before anything runs.
 */

import { seenWait } from '@/lib/seeing/waits';

/** The most calls that one step runs at once, whatever their servers allow. */
const MOST_AT_ONCE = 8;

/** Which other calls a call may run beside. */
export interface Concurrency {
  /** Neighbouring calls with the same name here run together; null: it runs alone. */
  peers: string | null;
  server: string;
  /** How many calls its server takes at once. */
  atOnce: number;
}

interface Slot extends Concurrency {
  callId: string;
  finished: Promise<void>;
  finish: () => void;
  /** It has run, or has stopped waiting. */
  isOver: boolean;
}

export class StepQueue {
  private slots: Slot[] = [];
  /** The calls running now, and those waiting for one of their places. */
  private readonly running: Slot[] = [];
  private waiting: (() => void)[] = [];

  /** Forgets the previous step. */
  reset(): void {
    this.slots = [];
  }

  /** Gives the call the next position. */
  plan(callId: string, concurrency: Concurrency): void {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    this.slots.push({ ...concurrency, callId, finished, finish, isOver: false });
  }

  /**
   * Runs the work when its turn has come. Throws if the call was never planned: a call that was not judged does not
   * run. Whether the work succeeds or throws, the next call gets its turn. Aborting the signal also ends the wait.
   */
  async run<Result>(callId: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const index = this.slots.findIndex((slot) => slot.callId === callId);
    const mine = this.slots[index];
    if (!mine) throw new Error('This call was not planned and does not run.');
    try {
      await seenWait('step', async () => {
        await Promise.race([this.turnOf(index, mine), aborted(signal)]);
        signal.throwIfAborted();
        await Promise.race([this.placeFor(mine), aborted(signal)]);
        signal.throwIfAborted();
      });
      return await work();
    } finally {
      this.leave(mine);
      mine.finish();
    }
  }

  /** Resolves when everything before this call has ended, apart from the peers right before it. */
  private turnOf(index: number, mine: Slot): Promise<unknown> {
    const neighbours = (slot: Slot) => slot.peers !== null && slot.peers === mine.peers;
    let first = index;
    while (first > 0 && neighbours(this.slots[first - 1] as Slot)) first--;
    return Promise.all(this.slots.slice(0, first).map((slot) => slot.finished));
  }

  private async placeFor(mine: Slot): Promise<void> {
    while (!mine.isOver && !this.hasPlace(mine)) {
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
      });
    }
    if (!mine.isOver) this.running.push(mine);
  }

  private hasPlace({ server, atOnce }: Slot): boolean {
    const there = this.running.filter((slot) => slot.server === server).length;
    return this.running.length < MOST_AT_ONCE && there < atOnce;
  }

  private leave(mine: Slot): void {
    mine.isOver = true;
    const at = this.running.indexOf(mine);
    if (at >= 0) this.running.splice(at, 1);
    const waiting = this.waiting;
    this.waiting = [];
    for (const look of waiting) look();
  }
}

/** Resolves once the signal is aborted; `throwIfAborted` then says why. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
