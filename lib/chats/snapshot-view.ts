// Shared with the browser: types and pure functions only.
/**
 * A chat as it leaves Amber, for a file, a printer or colleagues: what was said and done, without secrets, and with
 * nothing to click.
 */

export type SnapshotPart =
  | { type: 'text'; text: string }
  | {
      type: 'call';
      title: string;
      server: string;
      tool: string;
      /** The state of its part: `output-available`, `output-error`, `output-denied`, or one of an unfinished call. */
      state: string;
      /** JSON values with secrets masked. */
      input: unknown;
      output?: unknown;
      error?: string;
      /** The decision on its card; absent if nobody was asked. */
      decision?: SnapshotDecision;
      /** Its change was taken back. `at`: ISO 8601, UTC. */
      takenBack?: { at?: string };
    }
  | { type: 'file'; name: string; size: number }
  | { type: 'notice'; text: string };

export interface SnapshotDecision {
  status: 'pending' | 'confirmed' | 'cancelled' | 'superseded' | 'expired';
  /** Names of those who decided, in order. */
  by: string[];
  /** ISO 8601, UTC; absent while it is open. */
  at?: string;
  /** As the person who cancelled gave it. */
  reason?: string;
}

export interface SnapshotMessage {
  role: 'user' | 'assistant';
  /** ISO 8601, UTC. */
  at?: string;
  parts: SnapshotPart[];
}

export interface Snapshot {
  title: string;
  messages: SnapshotMessage[];
}
