import 'server-only';
/** What serving other clients needs from the installation; tests give their own. */
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
  /** Allowed values of the `Host` header, and of `Origin` if there is one. */
  hosts: readonly string[];
  origins: readonly string[];
  /** Signs what clients send back; at least 32 characters. */
  secret: string;
  /** Whether demo accounts may do anything. */
  demo: boolean;
  /** How long a client that can call again is kept waiting, in milliseconds; absent: well under a minute. */
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
  /** Writes on the open answer; absent: it is not asked anything there. */
  say?: ((message: object) => void) | undefined;
  /** It speaks 2026-07-28, so it can be told to call again. */
  isModern: boolean;
  /** Aborted when its connection is closed, even if that was before the request was read. */
  gone: AbortSignal;
  /** Ends the answer without a word; absent if the answer also carries other calls. */
  hangUp?: (() => void) | undefined;
}

/** One call of a tool. */
export interface OutsideRequest {
  services: OutsideServices;
  visit: Visit;
  /** The library's context: reports progress, knows what the client can do and when it has gone. */
  request: ServerContext;
}

/** A call of a tool that waits for its outcome. */
export interface WaitingCall extends OutsideRequest {
  waiting: WaitingRequest;
  progress: ProgressTeller;
  /** Hash of tool and arguments, by which the same call is recognised. */
  same: string;
  /** The connections it is called through. */
  connections: Connections;
  /** How its client is asked what a connected server wants to know; absent: it is not. */
  forms?: FormsOfRequest | undefined;
}

/** The client as a call's run records it. */
export function callerOf({ visitor, client }: Visit): OutsideCaller {
  const { caller, tokenId, chatId, isLimited } = visitor;
  return { caller, tokenId, chatId, client, isLimited };
}

/** Everything needed to drive the call of a waiting request, except its run. */
export function driveOf({ services, visit, waiting, progress, connections, forms }: WaitingCall) {
  const drive = { deps: services.deps, from: callerOf(visit), request: waiting, tell: progress.hear };
  return { ...drive, connections, endsWithAnswer: visit.isModern, onForm: forms?.open };
}
