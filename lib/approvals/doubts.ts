import 'server-only';
/** Calls of which nobody knows whether they took effect: their cards, and what a person's word does to the message. */

import type { DynamicToolUIPart, UIMessage } from 'ai';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller, ConnectedTool } from '@/lib/connections/types';
import type { CallRow } from '@/lib/execution/ledger';
import { hasRight } from './approval-rows';
import { isCall } from './call-parts';
import type { DoubtView } from './doubt-view';

const { calls, chats, users } = schema;

/** Read-only tools that a card offers at most. */
const MOST_CHECKS = 4;

/** The card of a call whose end nobody knows, for the stream of the person whose run made it. */
export function freshDoubt(
  { row, tool, text }: { row: CallRow; tool: ConnectedTool; text: string },
  offered: readonly ConnectedTool[],
  caller: Caller,
): DoubtView {
  const input: unknown = JSON.parse(row.input);
  return {
    callId: row.id,
    toolCallId: row.toolCallId,
    server: row.server,
    tool: row.tool,
    title: tool.title,
    trusted: tool.trusted,
    risk: tool.risk,
    input,
    sentAt: (row.dispatchedAt ?? new Date()).toISOString(),
    attempts: Math.max(row.attempts, 1),
    text,
    checks: checksFor(tool, input, offered).map(({ name, title }) => ({ tool: name, title })),
    resolution: null,
    resolvedBy: null,
    resolvedAt: null,
    mayResolve: hasRight(caller, caller.userId),
  };
}

/** Trusted read-only tools of the call's server whose required arguments the call itself gives. */
export function checksFor(
  tool: ConnectedTool,
  input: unknown,
  offered: readonly ConnectedTool[],
): ConnectedTool[] {
  const given = new Set(Object.keys(Object(input)));
  const fits = (one: ConnectedTool) => requiredOf(one).every((name) => given.has(name));
  const sameServer = offered.filter(
    (one) => one.server === tool.server && one.trusted && one.risk === 'read-only' && fits(one),
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

/** Calls of a run that a person has to look at, oldest first. */
export function openDoubts(db: Queryable, runId: string): Promise<{ id: string }[]> {
  return db
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.runId, runId), eq(calls.status, 'unknown'), isNull(calls.resolution)));
}

/** The run's calls that ended so, whatever was found out since, oldest first. */
export function doubtsOfRun(db: Queryable, runId: string): Promise<CallRow[]> {
  return db
    .select()
    .from(calls)
    .where(and(eq(calls.runId, runId), eq(calls.status, 'unknown')))
    .orderBy(asc(calls.round));
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
    .where(and(eq(calls.chatId, chatId), eq(calls.status, 'unknown')));
  return new Map(
    rows.map(({ call, name, owner }) => [
      call.id,
      {
        resolution: call.resolution,
        resolvedBy: call.resolvedBy && name ? { id: call.resolvedBy, name } : null,
        resolvedAt: call.resolvedAt?.toISOString() ?? null,
        mayResolve: call.resolution === null && hasRight(reader, owner),
      },
    ]),
  );
}

const HAPPENED = 'A person looked: this call took effect. Its answer was lost.';
const LEFT =
  'Nobody knows whether this call took effect, and a person left it at that. Do not make it again unless asked.';

/** Writes what people found out into the calls of a message; calls that nobody looked at stay as they are. */
export function applyResolutions(parts: UIMessage['parts'], rows: readonly CallRow[]): UIMessage['parts'] {
  const newest = new Map(rows.map((row) => [row.toolCallId, row]));
  return parts.map((part) => {
    if (!isCall(part) || part.state !== 'output-error') return part;
    const row = newest.get(part.toolCallId);
    return row?.resolution ? resolved(part, row) : part;
  });
}

function resolved(
  part: Extract<DynamicToolUIPart, { state: 'output-error' }>,
  { resolution, result }: CallRow,
): DynamicToolUIPart {
  if (resolution === 'left') return { ...part, errorText: LEFT };
  const { errorText: _unknown, approval, ...call } = part;
  if (resolution === 'rerun') return { ...call, input: part.input ?? {}, state: 'input-available' };
  const output = result ?? { content: [{ type: 'text', text: HAPPENED }] };
  const kept = approval ? { approval: { ...approval, approved: true as const } } : {};
  return { ...call, ...kept, input: part.input ?? {}, state: 'output-available', output };
}
