// Shared with the browser: types and pure functions only.
/** The state of a server as admins may see it. All texts in it are cleaned and short. */
import type { LogLine } from './log-line';

export interface ServerHealth {
  server: string;
  /** Its address, or the command that starts it, without any value of a variable. */
  url: string;
  /** Who listed it: the operator's file, or an admin in the settings. */
  origin: 'file' | 'settings';
  trusted: boolean;
  kind: 'address' | 'program';
  /** `idle`: nobody of the team has needed it yet, or it has ended since. */
  state: 'idle' | 'connecting' | 'ready' | 'failed' | 'needs-sign-in';
  /** While it is connected. */
  protocolVersion?: string;
  /** The name and version that the server gives itself, while it is connected. */
  serverInfo?: string;
  /** Kept even after the problem is gone. `at`: ISO 8601, UTC. */
  lastError?: { message: string; at: string };
  /** How many tools it offers, as last listed; null: it has not been listed. */
  tools: number | null;
  /** The newest lines that a program wrote to standard error, oldest first; null: it is no program. */
  stderr: string[] | null;
  /** How long a call may stay silent, and how long it may take in all, in milliseconds. */
  silenceMs: number;
  totalMs: number;
  /** The newest lines of its MCP log, oldest first, as far as this process has heard them. */
  log: LogLine[];
}
