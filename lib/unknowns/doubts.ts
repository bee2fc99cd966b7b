import 'server-only';
/** Calls whose outcome is unknown, and their cards. */

import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import { hasRight } from '@/lib/approvals/rights';
import type { CallOutput } from '@/lib/execution/call-record';
import type { CallRow } from '@/lib/execution/ledger';
import { isStopped } from '@/lib/execution/stop-words';
import type { Caller } from '@/lib/people/caller';
import type { ConnectedTool } from '@/lib/tools/types';
import { modelText } from '@/lib/values/call-content';
import type { DoubtView } from './doubt-view';

const { calls, chats, users } = schema;

/** Read-only tools that a card offers at most. */
const MOST_CHECKS = 4;

/**
 * The card of a call whose outcome is unknown.
 * @param offered the tools among which something may tell of it
 * @param mayResolve whether its reader may say what became of it
 */
export function freshDoubt(row: CallRow, offered: readonly ConnectedTool[], mayResolve: boolean): DoubtView {
  const input: unknown = JSON.parse(row.input);
  const title = typeof row.metadata.title === 'string' ? row.metadata.title : row.tool;
  return {
    callId: row.id,
    toolCallId: row.toolCallId,
    server: row.server,
    tool: row.tool,
    title,
    trusted: row.trusted,
    risk: row.risk,
    input,
    sentAt: (row.dispatchedAt ?? row.createdAt).toISOString(),
    attempts: Math.max(row.attempts, 1),
    text: `${row.round > 1 ? AGAIN : ''}${wordsOf(row)}`,
    stopped: isStopped(row.error),
    late: lateOf(row),
    checks: checksFor(row, input, offered).map(({ name, title }) => ({ tool: name, title })),
    resolution: null,
    resolvedBy: null,
    resolvedAt: null,
    mayResolve,
  };
}

function wordsOf({ error, server }: CallRow): string {
  return isStopped(error)
    ? `The server "${server}" had not answered when it was stopped.`
    : (error ?? 'Its answer was lost.');
}

/** Trusted read-only tools of the call's server whose required arguments the call itself gives. */
export function checksFor(
  { server, serverUrl }: Pick<CallRow, 'server' | 'serverUrl'>,
  input: unknown,
  offered: readonly ConnectedTool[],
): ConnectedTool[] {
  const given = new Set(Object.keys(Object(input)));
  const fits = (one: ConnectedTool) => requiredOf(one).every((name) => given.has(name));
  const isThere = (one: ConnectedTool) => one.server === server && one.serverUrl === serverUrl;
  const sameServer = offered.filter(
    (one) => isThere(one) && one.trusted && one.risk === 'read-only' && fits(one),
  );
  // Those that take something of the call tell more than those that list everything.
  return sameServer.sort((a, b) => requiredOf(b).length - requiredOf(a).length).slice(0, MOST_CHECKS);
}

/** The arguments with which such a tool is asked: those of the call that it requires. */
export function checkInput(check: ConnectedTool, input: unknown): Record<string, unknown> {
  const given = new Map(Object.entries(Object(input)));
  return Object.fromEntries(requiredOf(check).map((name) => [name, given.get(name)]));
}

function requiredOf({ inputSchema }: ConnectedTool): string[] {
  const { required } = inputSchema;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** What people found out about the chat's calls, by call id: the parts that change on a card. */
export async function resolutionsOf(
  db: Queryable,
  reader: Caller,
  chatId: string,
): Promise<Map<string, Partial<DoubtView>>> {
  const rows = await db
    .select({ call: calls, name: users.name, owner: chats.userId })
    .from(calls)
    .innerJoin(chats, eq(chats.id, calls.chatId))
    .leftJoin(users, eq(users.id, calls.resolvedBy))
    .where(and(eq(calls.chatId, chatId), sql`${calls.status} = 'unknown'`));
  return new Map(
    rows.map(({ call, name, owner }) => [
      call.id,
      {
        resolution: call.resolution,
        resolvedBy: call.resolvedBy && name ? { id: call.resolvedBy, name } : null,
        resolvedAt: call.resolvedAt?.toISOString() ?? null,
        mayResolve: call.resolution === null && hasRight(reader, owner),
        late: lateOf(call),
      },
    ]),
  );
}

/** What the server answered after the call had been given up. */
function lateOf({ result }: CallRow): string | null {
  return result ? modelText((result as CallOutput).content) : null;
}

/** Said of a call that a person had run again, and whose answer was lost as well. */
const AGAIN = 'It was sent once more after a person had said that it did not happen. ';
