/** Observability data of a run: no contents. */
import { integer, text } from 'drizzle-orm/pg-core';

/** How an answer came about, as returned in `lib/runs/chat-view.ts`. */
export interface Made {
  model: string;
  title: string;
  tokens?: number;
  estimated?: true;
  window?: number;
  assumed?: true;
  since?: string;
}

export const seenOfRun = () => ({
  /** The trace, if traces are exported: ids, as `lib/runs/seen-run.ts` writes them. */
  trace: text('trace'),
  /**
   * The number of model requests so far, and of failed ones; the milliseconds and tokens of them all, as far as they
   * are reported.
   */
  modelRequests: integer('model_requests').notNull().default(0),
  modelErrors: integer('model_errors').notNull().default(0),
  modelMs: integer('model_ms').notNull().default(0),
  tokensRead: integer('tokens_read').notNull().default(0),
  tokensWritten: integer('tokens_written').notNull().default(0),
});
