/** One server that may be connected, from whichever list. */
import type { PinnedRehearsal } from '@/lib/tools/rehearsal';

/** What to start. Every `${NAME}` is filled in. */
export interface Program {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Absent: the folder in which Amber runs. */
  cwd?: string;
}

interface CommonConfig {
  name: string;
  /**
   * What stands for the server in rows, cards and hashes: its address; for a program the command as it was written,
   * in which no `${NAME}` is filled in. In both a mark stands for what looks like a secret.
   */
  url: string;
  /** Whether its annotations count. */
  trusted: boolean;
  /** Whether its pages are shown, by an admin's word. Absent: where somebody vouches for it. */
  pages?: boolean;
  /** How long one call may go on without a word of it, in milliseconds. Absent: see `limits.ts`. */
  timeoutMs?: number;
  /** How long one call may take in all, in milliseconds. Absent: see `limits.ts`. */
  totalTimeoutMs?: number;
  /** How many calls may be under way at once. Absent: see `limits.ts`. */
  maxConcurrency?: number;
  /** Names of tools that are left out. */
  off?: readonly string[];
  /** Hints in doubt that an admin says are true, each of one definition (its SHA-256) of this very server (its identity). */
  believed?: readonly {
    identity: string;
    definitionHash: string;
    hints: readonly string[];
    /** What an admin says shows the record that its calls are about. */
    record?: { tool: string; arguments: { [name: string]: string } } | undefined;
    /** What an admin says makes a call of it a rehearsal, and how that went. */
    rehearsal?: PinnedRehearsal | undefined;
  }[];
  /** What of it must be shown to nobody: taken out of whatever is told of the server. */
  secrets?: readonly string[];
}

export interface WebServerConfig extends CommonConfig {
  /** Where it is reached, when `url` holds a mark. */
  address?: string;
  /** With every `${NAME}` filled in. */
  headers: Readonly<Record<string, string>>;
  /** Which of the two ways over HTTP is spoken there; absent: Streamable HTTP, else server-sent events. */
  type?: 'http' | 'sse';
  /**
   * Who listed it; absent: the operator, in the file. Of an address from the settings none may be reached that is not
   * on the open internet.
   */
  origin?: 'file' | 'settings';
  program?: undefined;
}

/** Only the operator may have programs started. */
export interface ProgramConfig extends CommonConfig {
  program: Program;
  /** Which arguments hold what looks like a secret, from 1, and should name a variable instead. */
  literalSecrets?: readonly number[];
  /** It holds what must not be lost: it is not ended for others, nor because nobody uses it. */
  stateful?: true;
  origin?: 'file';
}

export type ServerConfig = WebServerConfig | ProgramConfig;

/** All that lets us in there, to be hashed and compared. */
export function credentialOf(server: ServerConfig): unknown {
  return server.program ?? server.headers;
}
