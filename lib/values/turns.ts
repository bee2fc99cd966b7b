import 'server-only';
/**
 * Queues costly work: a few pieces at once, only one per person, so that a person with much to do does not hold up the
 * others.
 */
import { AppError } from '@/lib/errors';

interface Limits {
  /** Pieces of work at once; absent: no limit beyond one per person. */
  atOnce?: number;
  /** How many may wait in all; absent: any number. */
  waiting?: number;
  /** How many pieces one person may have, including the one in progress. */
  each: number;
}

const OWN = 'Other files of yours are being read at this moment. Try again soon.';
const OTHERS = 'Many files are being read at this moment. Try again soon.';

export class Turns {
  private readonly busy = new Set<string>();
  private waiting: { person: string; begin: () => void }[] = [];

  constructor(private readonly limits: Limits) {}

  /**
   * Waits for the person's turn.
   * @returns ends the turn
   * @throws AppError too_many_requests: too much is waiting already
   */
  async enter(person: string): Promise<() => void> {
    if (this.isFree(person)) this.busy.add(person);
    else await this.wait(person);
    return () => this.leave(person);
  }

  private isFree(person: string): boolean {
    const { atOnce = Number.POSITIVE_INFINITY } = this.limits;
    return this.busy.size < atOnce && !this.busy.has(person);
  }

  private async wait(person: string): Promise<void> {
    const { waiting: most = Number.POSITIVE_INFINITY, each } = this.limits;
    const theirs = this.waiting.filter((one) => one.person === person).length;
    if (theirs + Number(this.busy.has(person)) >= each) throw new AppError('too_many_requests', OWN);
    if (this.waiting.length >= most) throw new AppError('too_many_requests', OTHERS);
    await new Promise<void>((begin) => this.waiting.push({ person, begin }));
  }

  private leave(person: string): void {
    this.busy.delete(person);
    const next = this.waiting.find((one) => this.isFree(one.person));
    if (!next) return;
    this.waiting = this.waiting.filter((one) => one !== next);
    this.busy.add(next.person);
    next.begin();
  }
}
