// Shared with the browser: types and pure functions only.
/** A chat as it leaves Amber, for a file, a printer or colleagues: what was said and done, without secrets, and nothing to press. */

export type SnapshotPart =
  | { type: 'text'; text: string }
  | {
      type: 'call';
      title: string;
      server: string;
      tool: string;
      /** The state of its part: `output-available`, `output-error`, `output-denied`, or that it had not ended. */
      state: string;
      /** JSON values, secrets masked. */
      input: unknown;
      output?: unknown;
      error?: string;
    }
  | { type: 'file'; name: string; size: number }
  | { type: 'notice'; text: string };

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
