/** The two forms of the run, and its events. */
import type { Failover } from './events.ts';
import type { LoadSize } from './load.ts';

export interface Form {
  name: 'short' | 'long';
  /** The minimum duration; the failures are repeated until then. */
  ms: number;
  /** Between two failures. */
  restMs: number;
  size: LoadSize;
}

export const SHORT: Form = {
  name: 'short',
  ms: 60_000,
  restMs: 5_000,
  size: { tellers: 2, readers: 2, writers: 1, followers: 30, clients: 2 },
};
export const LONG: Form = {
  name: 'long',
  ms: 30 * 60_000,
  restMs: 60_000,
  size: { tellers: 2, readers: 3, writers: 2, followers: 100, clients: 3 },
};

export interface Happened {
  form: Form;
  tookMs: number;
  restarts: number;
  /** Exit codes other than 0 of processes that were asked to end. */
  badEnds: number;
  kills: number;
  failovers: Failover[];
}
