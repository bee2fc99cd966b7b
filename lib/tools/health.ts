// Shared with the browser: types and pure functions only.
/** How it stands with a server, as admins may see it. All words in it are cleaned and short. */
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
  /** The server's own name and version of itself, while it is connected. */
  serverInfo?: string;
  /** Kept also when it has been mended since. `at`: ISO 8601, UTC. */
  lastError?: { message: string; at: string };
  /** How many tools it offers, as last listed; null: it has not been listed. */
  tools: number | null;
  /** The newest lines that a program wrote to standard error, oldest first; null: it is no program. */
  stderr: string[] | null;
  /** How long a call may go on without a word of it, and in all, in milliseconds. */
  silenceMs: number;
  totalMs: number;
  /** The newest lines of its log (MCP's), oldest first, as far as this process has heard them. */
  log: LogLine[];
}
