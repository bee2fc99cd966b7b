/** What stands with a run so that it can be seen: no contents. */
import { integer, text } from 'drizzle-orm/pg-core';

/** How an answer came about; as it is told in `lib/runs/chat-view.ts`. */
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
  /** Which trace it is, where a collector is told: ids, as `lib/runs/seen-run.ts` writes them. */
  trace: text('trace'),
  /** What its models were asked so far, and how often in vain; milliseconds and tokens of all of it, as far as they say. */
  modelRequests: integer('model_requests').notNull().default(0),
  modelErrors: integer('model_errors').notNull().default(0),
  modelMs: integer('model_ms').notNull().default(0),
  tokensRead: integer('tokens_read').notNull().default(0),
  tokensWritten: integer('tokens_written').notNull().default(0),
});
