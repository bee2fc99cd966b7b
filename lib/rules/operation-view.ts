// Shared with the browser: types and pure functions only.
/** How a team's Amber is doing: counts and times, no contents. Times are ISO 8601, UTC; durations milliseconds. */

export interface OperationView {
  running: number;
  waiting: number;
  oldestWaiting: string | null;
  held: number;
  unknown: number;
  unsent: number;
  oldestUnsent: string | null;
  /** Given up in the last day. */
  notSent: number;
  /** Calls of the last day that have ended. */
  calls: { done: number; failed: number; unclear: number; notRun: number };
  /** Model requests for answers in the last day; tokens as far as reported. */
  models: { asked: number; inVain: number; usual: number | null; read: number; written: number };
  /** Unsent items by kind; none if everything is sent. */
  leaving: { kind: 'mail' | 'webhook' | 'push'; count: number; oldest: string }[];
  /** Bytes of the largest tables, over all teams. */
  tables: { name: string; bytes: number }[];
  /** Over the last day, those called most first. */
  servers: ServerFiguresView[];
}

export interface ServerFiguresView {
  server: string;
  calls: number;
  failed: number;
  unknown: number;
  /** Of successful calls; null if there were none. */
  median: number | null;
  p95: number | null;
}
