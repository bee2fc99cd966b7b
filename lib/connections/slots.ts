/** How many calls of one server are under way at once in this process: the next waits until one has ended, in order. */
import { abortable } from './abortable';

export class Slots {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param most asked at every call: the operator may change it */
  constructor(private readonly most: () => number) {}

  /** Runs the task when there is a place for it. An abort ends the waiting. */
  async run<Result>(signal: AbortSignal, task: () => Promise<Result>): Promise<Result> {
    const leave = await this.enter(signal);
    try {
      return await task();
    } finally {
      leave();
    }
  }

  /**
   * Waits for a place and takes it.
   *
   * @returns how to leave it again
   * @throws the signal's reason
   */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.taken < this.most() && this.waiting.length === 0) this.taken += 1;
    else await this.wait(signal);
    return () => this.leave();
  }

  private async wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.waiting.push(resolve);
    try {
      await abortable(promise, signal);
    } catch (error) {
      const at = this.waiting.indexOf(resolve);
      if (at >= 0) this.waiting.splice(at, 1);
      // The place was given in the same moment: the next takes it.
      else this.leave();
      throw error;
    }
  }

  private leave(): void {
    this.taken -= 1;
    while (this.taken < this.most()) {
      const next = this.waiting.shift();
      if (!next) return;
      this.taken += 1;
      next();
    }
  }
}
