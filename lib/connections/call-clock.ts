/**
 * The two time limits of a call: how long it may stay silent, and how long it may take in all. Both stand still while a
 * person is asked something during the call, and the silence limit starts again whenever the call is heard of.
 */

export interface CallTimes {
  /** In milliseconds, like everything here. */
  silenceMs: number;
  totalMs: number;
}

export class CallClock {
  private readonly ending = new AbortController();
  private silence: NodeJS.Timeout | undefined;
  private total: NodeJS.Timeout | undefined;
  private leftMs: number;
  private startedAt = 0;
  private asking = 0;
  private ended: keyof CallTimes | undefined;

  constructor(private readonly times: CallTimes) {
    this.leftMs = times.totalMs;
    this.go();
  }

  /** Aborted when the time is up. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** Which limit ended the call; undefined: neither has. */
  get endedBy(): keyof CallTimes | undefined {
    return this.ended;
  }

  /** The call was heard of, or has only now been sent. */
  heard(): void {
    // Called often, so it creates no new timer. A stopped clock stays stopped.
    if (this.asking === 0) this.silence?.refresh();
  }

  /** Runs something that takes a person's time, not the server's. */
  async standStill<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.asking === 0) this.stop();
    this.asking += 1;
    try {
      return await work();
    } finally {
      this.asking -= 1;
      if (this.asking === 0) this.go();
    }
  }

  /** Nobody waits for it any more. */
  stop(): void {
    clearTimeout(this.silence);
    clearTimeout(this.total);
    this.silence = undefined;
    this.leftMs = Math.max(0, this.leftMs - (Date.now() - this.startedAt));
  }

  private go(): void {
    this.startedAt = Date.now();
    this.silence = setTimeout(() => this.end('silenceMs'), this.times.silenceMs).unref();
    this.total = setTimeout(() => this.end('totalMs'), this.leftMs).unref();
  }

  private end(by: keyof CallTimes): void {
    this.ended ??= by;
    this.ending.abort();
  }
}
