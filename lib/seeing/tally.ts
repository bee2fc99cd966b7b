import 'server-only';
/**
 * The model requests of a run since its segment began, for the run's own row. It follows the asynchronous work, like
 * the ids.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from '@/lib/values/once';

export interface AskedModel {
  ms: number;
  read: number;
  written: number;
  isError: boolean;
}

export interface Tallied {
  requests: number;
  errors: number;
  /** Milliseconds, of all of them together. */
  ms: number;
  /** Tokens as reported by the models; 0 if they report none. */
  read: number;
  written: number;
}

const NOTHING: Tallied = { requests: 0, errors: 0, ms: 0, read: 0, written: 0 };

export class Tally {
  private sum = NOTHING;

  add({ ms, read, written, isError }: AskedModel): void {
    const { requests, errors, ...of } = this.sum;
    this.sum = {
      requests: requests + 1,
      errors: errors + (isError ? 1 : 0),
      ms: of.ms + ms,
      read: of.read + read,
      written: of.written + written,
    };
  }

  get now(): Tallied {
    return { ...this.sum, ms: Math.round(this.sum.ms) };
  }
}

const bound = once('tally', () => new AsyncLocalStorage<Tally>());

/** Whatever models the work uses are counted separately. */
export function tallying<Result>(work: () => Result): Result {
  return bound.run(new Tally(), work);
}

export const tallyNow = (): Tally | undefined => bound.getStore();
