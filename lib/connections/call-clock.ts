/** How long a call may take. It stands still while a person is asked something in the course of the call. */
export class CallClock {
  private readonly ending = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private startedAt = 0;
  private asking = 0;

  /** @param leftMs in milliseconds */
  constructor(private leftMs: number) {
    this.go();
  }

  /** Aborted when the time is up. */
  get signal(): AbortSignal {
    return this.ending.signal;
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
    clearTimeout(this.timer);
    this.leftMs = Math.max(0, this.leftMs - (Date.now() - this.startedAt));
  }

  private go(): void {
    this.startedAt = Date.now();
    this.timer = setTimeout(() => this.ending.abort(), this.leftMs).unref();
  }
}
