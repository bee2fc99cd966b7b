// Shared with the browser: types and pure functions only.
/** How a team's Amber does: counts and times, no contents. Times are ISO 8601, UTC; durations milliseconds. */

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
  /** Over the last day, those that are called most first. */
  servers: ServerFiguresView[];
}

export interface ServerFiguresView {
  server: string;
  calls: number;
  failed: number;
  unknown: number;
  /** Of those that succeeded; null: none did. */
  median: number | null;
  p95: number | null;
}
