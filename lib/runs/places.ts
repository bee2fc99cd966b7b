import 'server-only';
/** A limited number of places per key, for things that stay open: streams of one person, followers of one run. */
import { AppError } from '@/lib/errors';

export class Places {
  private readonly taken = new Map<string, number>();

  constructor(
    private readonly most: number,
    /** The name of the limited resource, for the message: `open event streams`. */
    private readonly what: string,
  ) {}

  /**
   * Takes a place.
   * @returns a function that frees it, once
   * @throws AppError too_many_requests: all are taken
   */
  take(key: string): () => void {
    const before = this.taken.get(key) ?? 0;
    if (before >= this.most) {
      throw new AppError(
        'too_many_requests',
        `There are ${before} ${this.what} already. Close one and try again.`,
      );
    }
    this.taken.set(key, before + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const now = (this.taken.get(key) ?? 1) - 1;
      if (now > 0) this.taken.set(key, now);
      else this.taken.delete(key);
    };
  }
}
