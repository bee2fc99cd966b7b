import 'server-only';
/**
 * What an answer costs while it is written. In a team with limits each request is set aside before it is made, and made right
 * after it; in any other it is added up here and stored with the segment, so that nobody waits for it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@/db/client';
import { describeError, log } from '@/lib/log';
import { addUsage, type Spender, type Spent } from '@/lib/store/settings/usage';
import { once } from '@/lib/values/once';
import { reserve } from './budget';
import { turnWords } from './limit-words';

/** For a million tokens. */
export interface Price {
  in: number;
  out: number;
  currency: string;
}

export interface TurnBudget {
  /** Tokens of one answer, read and written, with its sub-agents; and its calls. */
  tokens: number;
  calls: number;
}

export interface MeterOf {
  db: Database;
  who: Spender;
  /** What the answer has used and called before. */
  tokens: number;
  budget: TurnBudget;
  /** Of the answer: the run at the head of its tree, and how many stand above it. */
  run: { head: string; depth: number };
  /** By what the provider calls the model; nothing: unknown. */
  priceOf?(model: string): Price | undefined;
}

/** How many tokens a request was. */
export interface Tokens {
  read: number;
  written: number;
}

export class Meter {
  /** Some admin has limited something in the team: each step is looked at. */
  isLimited = false;
  /** What people hear of soft limits. */
  tell: (text: string) => void = () => {};
  private calls = 0;
  private added = 0;
  private lines: Spent[] = [];
  private settling: Promise<void> = Promise.resolve();

  /** Of the answer that handed the task on. */
  private readonly above: Meter | undefined;

  constructor(private readonly of: MeterOf) {
    const around = meterNow();
    const { head, depth } = of.run;
    if (around?.of.run.head === head && around.of.run.depth < depth) this.above = around;
  }

  /** A call was made, here or below. */
  countCall(): void {
    this.calls += 1;
    this.above?.countCall();
  }

  /** Those of the segments before this one. */
  callsBefore(made: number): void {
    this.calls = Math.max(this.calls, made);
  }

  /** Sets a request aside. @returns why it is not made */
  async begin(model: string, estimate: Tokens): Promise<string | undefined> {
    const spent = this.overBudget();
    if (spent !== undefined || !this.isLimited) return spent;
    // What this answer used a moment ago counts.
    await this.settling;
    const { refusal, told } = await reserve(this.of.db, this.of.who, this.spent(model, estimate, 1));
    for (const text of told) this.tell(text);
    return refusal;
  }

  /** What it was. @param estimate that was set aside */
  end(model: string, estimate: Tokens, was: Tokens): void {
    this.add(was.read + was.written);
    if (!this.isLimited) {
      this.lines.push(this.spent(model, was, 1));
      return;
    }
    const rest = { read: was.read - estimate.read, written: was.written - estimate.written };
    this.settling = this.settling
      .then(() => addUsage(this.of.db, this.of.who, [this.spent(model, rest, 0)]))
      // The estimate stands: more than nothing.
      .catch((error: unknown) => log('warn', 'usage', describeError(error)));
  }

  /** What is to be stored with the segment: by model. */
  async take(): Promise<{ who: Spender; spent: Spent[] }> {
    await this.settling;
    const spent = added(this.lines);
    this.lines = [];
    return { who: this.of.who, spent };
  }

  /** What came after the last segment, such as a title. */
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

/** One line for each model. */
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

/** Whatever models the work asks are metered by it. */
export const metering = <Result>(meter: Meter, work: () => Result): Result => bound.run(meter, work);

export function meterNow(): Meter | undefined {
  return bound.getStore();
}
