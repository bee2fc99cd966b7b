import 'server-only';
/** What serving other clients needs of the installation; a test gives its own. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { RunDependencies } from '@/lib/runs/dependencies';
import type { Connections } from '@/lib/tools/types';
import type { ToolContext } from '@/mcp/context';
import type { OutsideCaller } from './calls/begin';
import type { WaitingRequest } from './calls/request';
import type { ClientCan } from './gateway/client-can';
import type { FormsOfRequest } from './gateway/forms';
import type { ProgressTeller } from './gateway/progress';
import type { Visitor } from './visitor';

export interface OutsideServices {
  /** As runs work with them. */
  deps: RunDependencies;
  tools: Pick<ToolContext, 'db' | 'webSearch' | 'appUrl'>;
  /** What a `Host` header must be one of, and an `Origin` header when there is one. */
  hosts: readonly string[];
  origins: readonly string[];
  /** Signs what clients bring back; at least 32 characters. */
  secret: string;
  /** Whether demo accounts may do anything. */
  demo: boolean;
  /** How long a client that can ask again is kept waiting, in milliseconds; absent: well under a minute. */
  patienceMs?: number;
}

/** One request of a client, once it is known who makes it. */
export interface Visit {
  visitor: Visitor;
  /** What the client calls itself; null when it does not say. */
  client: string | null;
  /** The random part of its session's id; null without a session. */
  session: string | null;
  /** What it can put before its person. */
  can: ClientCan;
  /** Says something on the open answer; absent: it is not asked anything there. */
  say?: ((message: object) => void) | undefined;
  /** It speaks 2026-07-28, and can be told to ask again. */
  isModern: boolean;
  /** Aborted when its connection is closed, also when that was before anything of the request was read. */
  gone: AbortSignal;
  /** Ends the answer without a word; absent: other calls are answered with it. */
  hangUp?: (() => void) | undefined;
}

/** One call of a tool. */
export interface OutsideRequest {
  services: OutsideServices;
  visit: Visit;
  /** The library's: how to tell progress, what the client can, and when it has gone. */
  request: ServerContext;
}

/** A call of a tool that waits for what comes of it. */
export interface WaitingCall extends OutsideRequest {
  waiting: WaitingRequest;
  progress: ProgressTeller;
  /** Of tool and arguments: by which the same call is known. */
  same: string;
  /** Through what it is called. */
  connections: Connections;
  /** How its client is asked what a connected server wants to know; absent: it is not. */
  forms?: FormsOfRequest | undefined;
}

/** As the run of a call knows its client. */
export function callerOf({ visitor, client }: Visit): OutsideCaller {
  const { caller, tokenId, chatId, isLimited } = visitor;
  return { caller, tokenId, chatId, client, isLimited };
}

/** What the call of a waiting request is driven with, but for its run. */
export function driveOf({ services, visit, waiting, progress, connections, forms }: WaitingCall) {
  const drive = { deps: services.deps, from: callerOf(visit), request: waiting, tell: progress.hear };
  return { ...drive, connections, endsWithAnswer: visit.isModern, onForm: forms?.open };
}
