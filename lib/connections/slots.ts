/**
 * Limits how many calls to one server run at once in this process; the next waits for a free slot. A call may take ten
 * minutes, so nobody may take all slots: a person who holds some gets another only while more are free than they hold.
 * Among those waiting, the person with the fewest slots is first; if equal, the one served longest ago.
 */
import { abortable } from '@/lib/transport/abortable';

interface Waiting {
  person: string;
  enter(): void;
}

export class Slots {
  private taken = 0;
  private readonly held = new Map<string, number>();
  /** When each person last got a slot; kept as long as somebody waits. */
  private readonly turns = new Map<string, number>();
  private turn = 0;
  private readonly waiting: Waiting[] = [];

  /** @param most called for every call, since the operator may change it */
  constructor(private readonly most: () => number) {}

  /** Runs the task once there is a slot for it. Aborting the signal ends the wait. */
  async run<Result>(person: string, signal: AbortSignal, task: () => Promise<Result>): Promise<Result> {
    const leave = await this.enter(person, signal);
    try {
      return await task();
    } finally {
      leave();
    }
  }

  /**
   * Waits for a slot and takes it.
   * @param person whom it is for
   * @returns releases the slot
   * @throws the signal's reason
   */
  async enter(person: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const isFirst = !this.waiting.some((one) => this.mayEnter(one.person));
    if (isFirst && this.mayEnter(person)) this.take(person);
    else await this.wait(person, signal);
    return () => this.leave(person);
  }

  private holds(person: string): number {
    return this.held.get(person) ?? 0;
  }

  /** The last slot is for somebody who has none; if there is only one, everybody waits for it in turn. */
  private mayEnter(person: string): boolean {
    return this.most() - this.taken > this.holds(person);
  }

  private async wait(person: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const mine = { person, enter: resolve };
    this.waiting.push(mine);
    try {
      await abortable(promise, signal);
    } catch (error) {
      const at = this.waiting.indexOf(mine);
      if (at >= 0) this.waiting.splice(at, 1);
      // The slot was granted at the same moment, so it goes to the next.
      else this.leave(person);
      throw error;
    }
  }

  private take(person: string): void {
    this.taken += 1;
    this.held.set(person, this.holds(person) + 1);
    this.turn += 1;
    this.turns.set(person, this.turn);
  }

  private leave(person: string): void {
    this.taken -= 1;
    const left = this.holds(person) - 1;
    if (left > 0) this.held.set(person, left);
    else this.held.delete(person);
    for (let next = this.next(); next; next = this.next()) {
      this.waiting.splice(this.waiting.indexOf(next), 1);
      this.take(next.person);
      next.enter();
    }
    if (this.waiting.length === 0) this.turns.clear();
  }

  private next(): Waiting | undefined {
    let first: Waiting | undefined;
    for (const one of this.waiting) {
      if (this.mayEnter(one.person) && (!first || this.isBefore(one.person, first.person))) first = one;
    }
    return first;
  }

  private isBefore(one: string, other: string): boolean {
    const fewer = this.holds(one) - this.holds(other);
    return fewer < 0 || (fewer === 0 && (this.turns.get(one) ?? 0) < (this.turns.get(other) ?? 0));
  }
}
