/** The orders of a test to a process of Amber, and the answers. */
import type { Caller } from '@/lib/people/caller';
import type { ServerConfig } from '@/lib/transport/server-config';

export interface Setting {
  /** The file that a process runs. */
  program: string;
  databaseUrl: string;
  servers: ServerConfig[];
}

export interface Order {
  id: number;
  sort: 'list' | 'call';
  server: string;
  caller: Caller;
}

/**
 * `tools` of that server as they were listed; `text`: the result of its tool `read`; `failure`: its code, else its
 * message.
 */
export type Answer = { id: number } & ({ tools: string[] } | { text: string } | { failure: string });

export const SETTING = 'SIGN_INS_LIFE';
