/** A server that may be connected, from whichever list. */
import type { PinnedRehearsal } from '@/lib/tools/rehearsal';

/** What to start, with every `${NAME}` filled in. */
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
   * Identifies the server in rows, cards and hashes: its address, or for a program the command as written, with no
   * `${NAME}` filled in. In both, whatever looks like a secret is replaced by a mark.
   */
  url: string;
  /** Whether its annotations count. */
  trusted: boolean;
  /** Whether its pages are shown, as an admin has decided. Absent: they are shown if the server is trusted. */
  pages?: boolean;
  /** How long one call may stay silent, in milliseconds. Absent: see `limits.ts`. */
  timeoutMs?: number;
  /** How long one call may take in all, in milliseconds. Absent: see `limits.ts`. */
  totalTimeoutMs?: number;
  /** How many calls may run at once. Absent: see `limits.ts`. */
  maxConcurrency?: number;
  /** Names of tools that are left out. */
  off?: readonly string[];
  /**
   * Doubted hints that an admin says are true, each for one definition (its SHA-256) of this very server (its
   * identity).
   */
  believed?: readonly {
    identity: string;
    definitionHash: string;
    hints: readonly string[];
    /** Which tool, by an admin's decision, shows the record that its calls are about. */
    record?: { tool: string; arguments: { [name: string]: string } } | undefined;
    /** What, by an admin's decision, makes a call of it a rehearsal, and how that went. */
    rehearsal?: PinnedRehearsal | undefined;
  }[];
  /** Values that nobody may see; they are removed from everything that is said about the server. */
  secrets?: readonly string[];
}

export interface WebServerConfig extends CommonConfig {
  /** The real address, if `url` contains a mark. */
  address?: string;
  /** With every `${NAME}` filled in. */
  headers: Readonly<Record<string, string>>;
  /** Which of the two HTTP transports it uses; absent: Streamable HTTP, then server-sent events. */
  type?: 'http' | 'sse';
  /** Who listed it; absent: the operator, in the file. A server from the settings may only have public addresses. */
  origin?: 'file' | 'settings';
  program?: undefined;
}

/** Only the operator may have programs started. */
export interface ProgramConfig extends CommonConfig {
  program: Program;
  /** Which arguments, counted from 1, contain what looks like a secret and should name a variable instead. */
  literalSecrets?: readonly number[];
  /** It holds state that must not be lost: it is stopped neither to make room nor for being unused. */
  stateful?: true;
  origin?: 'file';
}

export type ServerConfig = WebServerConfig | ProgramConfig;

/** Everything that gives us access to the server, to be hashed and compared. */
export function credentialOf(server: ServerConfig): unknown {
  return server.program ?? server.headers;
}
