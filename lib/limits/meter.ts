import 'server-only';
/**
 * The cost of an answer while it is being written. In a team with limits each request is reserved before it is made,
 * and corrected right after; in any other team the cost is summed up here and stored with the segment, so that nobody
 * waits for it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@/db/client';
import { describeError, log } from '@/lib/log';
import { addUsage, type Spender, type Spent } from '@/lib/store/settings/usage';
import { once } from '@/lib/values/once';
import { reserve } from './budget';
import { turnWords } from './limit-words';

/** Per million tokens. */
export interface Price {
  in: number;
  out: number;
  currency: string;
}

export interface TurnBudget {
  /** The most tokens of one answer, read and written, including its sub-agents; and its calls. */
  tokens: number;
  calls: number;
}

export interface MeterOf {
  db: Database;
  who: Spender;
  /** What the answer has used and called before. */
  tokens: number;
  budget: TurnBudget;
  /** The answer's run: the head of its tree, and how many runs are above it. */
  run: { head: string; depth: number };
  /** By the provider's name for the model; nothing if unknown. */
  priceOf?(model: string): Price | undefined;
}

/** The tokens of a request. */
export interface Tokens {
  read: number;
  written: number;
}

export class Meter {
  /** The team has limits: each step is checked. */
  isLimited = false;
  /** Receives messages of soft limits. */
  tell: (text: string) => void = () => {};
  private calls = 0;
  private added = 0;
  private lines: Spent[] = [];
  private settling: Promise<void> = Promise.resolve();

  /** The meter of the answer that delegated the task. */
  private readonly above: Meter | undefined;

  constructor(private readonly of: MeterOf) {
    const around = meterNow();
    const { head, depth } = of.run;
    if (around?.of.run.head === head && around.of.run.depth < depth) this.above = around;
  }

  /** Counts a call, made here or by a sub-agent. */
  countCall(): void {
    this.calls += 1;
    this.above?.countCall();
  }

  /** The calls of earlier segments. */
  callsBefore(made: number): void {
    this.calls = Math.max(this.calls, made);
  }

  /**
   * Reserves a request.
   * @returns why it must not be made
   */
  async begin(model: string, estimate: Tokens): Promise<string | undefined> {
    const spent = this.overBudget();
    if (spent !== undefined || !this.isLimited) return spent;
    // Waits until what this answer has just used is counted.
    await this.settling;
    const { refusal, told } = await reserve(this.of.db, this.of.who, this.spent(model, estimate, 1));
    for (const text of told) this.tell(text);
    return refusal;
  }

  /**
   * Replaces the estimate with the actual use.
   * @param estimate that was reserved
   */
  end(model: string, estimate: Tokens, was: Tokens): void {
    this.add(was.read + was.written);
    if (!this.isLimited) {
      this.lines.push(this.spent(model, was, 1));
      return;
    }
    const rest = { read: was.read - estimate.read, written: was.written - estimate.written };
    this.settling = this.settling
      .then(() => addUsage(this.of.db, this.of.who, [this.spent(model, rest, 0)]))
      // The estimate then stays, which is better than nothing.
      .catch((error: unknown) => log('warn', 'usage', describeError(error)));
  }

  /** What is to be stored with the segment, by model. */
  async take(): Promise<{ who: Spender; spent: Spent[] }> {
    await this.settling;
    const spent = added(this.lines);
    this.lines = [];
    return { who: this.of.who, spent };
  }

  /** Stores what was used after the last segment, such as for a title. */
  async flush(): Promise<void> {
    const { who, spent } = await this.take();
    await addUsage(this.of.db, who, spent);
  }

  private overBudget(): string | undefined {
    const { tokens, budget } = this.of;
    if (tokens + this.added >= budget.tokens) return turnWords.tokens(budget.tokens);
    if (this.calls >= budget.calls) return turnWords.calls(budget.calls);
    return this.above?.overBudget();
  }

  private add(tokens: number): void {
    this.added += tokens;
    this.above?.add(tokens);
  }

  private spent(model: string, { read, written }: Tokens, requests: number): Spent {
    const price = this.of.priceOf?.(model);
    const cost = price ? Math.round(read * price.in + written * price.out) : 0;
    return { model: model.slice(0, 200), requests, read, written, cost, currency: price?.currency ?? null };
  }
}

/** Sums up by model. */
function added(lines: readonly Spent[]): Spent[] {
  const sums = new Map<string, Spent>();
  for (const line of lines) {
    const sum = sums.get(line.model);
    if (!sum) sums.set(line.model, { ...line });
    else for (const field of ['requests', 'read', 'written', 'cost'] as const) sum[field] += line[field];
  }
  return [...sums.values()];
}

const bound = once('meter', () => new AsyncLocalStorage<Meter>());

/** Whatever models `work` uses is metered by it. */
export const metering = <Result>(meter: Meter, work: () => Result): Result => bound.run(meter, work);

export function meterNow(): Meter | undefined {
  return bound.getStore();
}
