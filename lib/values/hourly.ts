import 'server-only';
/** Counts how often somebody tries something per hour in this process, whether or not it succeeds. */
export class Hourly {
  private readonly tries = new Map<string, number[]>();

  /** @param most tries per person and hour */
  constructor(private readonly most: number) {}

  /** Counts a try. @returns whether it is one of those that are allowed */
  take(person: string, now = Date.now()): boolean {
    for (const [who, times] of this.tries) {
      const lately = times.filter((time) => time > now - 3_600_000);
      if (lately.length > 0) this.tries.set(who, lately);
      else this.tries.delete(who);
    }
    const own = this.tries.get(person) ?? [];
    if (own.length >= this.most) return false;
    this.tries.set(person, [...own, now]);
    return true;
  }
}
