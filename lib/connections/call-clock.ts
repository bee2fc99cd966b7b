/**
 * How long a call may take: this long without a word of it, and this long in all. Both stand still while a person is asked
 * something in the course of the call, and the silence begins again whenever the call is heard of.
 */

export interface CallTimes {
  /** In milliseconds, like all here. */
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

  /** Which of the two ended the call; undefined: neither has. */
  get endedBy(): keyof CallTimes | undefined {
    return this.ended;
  }

  /** Something was said of this very call, or it has only now been sent. */
  heard(): void {
    // However often: it makes no new timer. One that was stopped stays so.
    if (this.asking === 0) this.silence?.refresh();
  }

  /** Runs what takes a person's time and not the server's. */
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

  /** Nothing waits for it any more. */
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
