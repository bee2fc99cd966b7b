import 'server-only';
/** Calls with an unknown outcome, and their cards. */
import type { CallOutput } from '@/lib/execution/call-record';
import type { CallRow } from '@/lib/execution/ledger';
import { isStopped } from '@/lib/execution/stop-words';
import { merelyReads } from '@/lib/tools/merely-reads';
import type { ConnectedTool } from '@/lib/tools/types';
import { modelText } from '@/lib/values/call-content';
import type { UnknownCallView } from './unknown-call-view';

/** The most read-only tools that a card offers. */
const MOST_CHECKS = 4;

/**
 * The card of a call with an unknown outcome.
 * @param offered the tools among which some may know about it
 * @param mayResolve whether its reader may resolve it
 */
export function freshUnknownCall(
  row: CallRow,
  offered: readonly ConnectedTool[],
  mayResolve: boolean,
): UnknownCallView {
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

/** Trusted read-only tools of the call's server whose required arguments the call itself provides. */
export function checksFor(
  { server, serverUrl }: Pick<CallRow, 'server' | 'serverUrl'>,
  input: unknown,
  offered: readonly ConnectedTool[],
): ConnectedTool[] {
  const given = new Set(Object.keys(Object(input)));
  const fits = (one: ConnectedTool) => requiredOf(one).every((name) => given.has(name));
  const isThere = (one: ConnectedTool) => one.server === server && one.serverUrl === serverUrl;
  const sameServer = offered.filter((one) => isThere(one) && merelyReads(one) && fits(one));
  // Those that take an argument of the call say more than those that list everything.
  return sameServer.sort((a, b) => requiredOf(b).length - requiredOf(a).length).slice(0, MOST_CHECKS);
}

/** The arguments for such a tool: those of the call that it requires. */
export function checkInput(check: ConnectedTool, input: unknown): Record<string, unknown> {
  const given = new Map(Object.entries(Object(input)));
  return Object.fromEntries(requiredOf(check).map((name) => [name, given.get(name)]));
}

function requiredOf({ inputSchema }: ConnectedTool): string[] {
  const { required } = inputSchema;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/**
 * The same in its present state, with what people found out; only the answer knows the tools that could check it.
 * @param hasRight whether its reader has a say in the chat
 */
export function unknownCallView(
  row: CallRow & { resolvedByName: string | null },
  hasRight: boolean,
): UnknownCallView {
  const { resolution, resolvedBy, resolvedAt, resolvedByName } = row;
  return {
    ...freshUnknownCall(row, [], hasRight && resolution === null),
    resolution,
    resolvedBy: resolvedBy && resolvedByName ? { id: resolvedBy, name: resolvedByName } : null,
    resolvedAt: resolvedAt?.toISOString() ?? null,
  };
}

/** The server's answer after the call had been given up. */
function lateOf({ result }: CallRow): string | null {
  return result ? modelText((result as CallOutput).content) : null;
}

/** For a call that a person had run again, and whose answer was lost as well. */
const AGAIN = 'It was sent once more after a person had said that it did not happen. ';
