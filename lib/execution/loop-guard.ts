/**
 * Notices a model going in circles: the same call with the same arguments and the same result for the third time in one
 * run. A changing result is no loop, so polling for something is fine.
 */

const MOST = 3;

/** A call that has ended: whose tool, with which arguments (canonical, hashed), and its result (hashed). */
export interface EndedCall {
  server: string;
  tool: string;
  inputHash: string;
  resultHash: string | null;
}

export class LoopGuard {
  private readonly seen = new Map<string, number>();

  /** @param before what the run has done already */
  constructor(before: readonly EndedCall[] = []) {
    for (const call of before) this.note(call);
  }

  /** @returns whether this was the third time */
  note({ server, tool, inputHash, resultHash }: EndedCall): boolean {
    if (resultHash === null) return false;
    const key = JSON.stringify([server, tool, inputHash, resultHash]);
    const times = (this.seen.get(key) ?? 0) + 1;
    this.seen.set(key, times);
    return times >= MOST;
  }
}
