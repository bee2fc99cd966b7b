import 'server-only';
/** A call's record before and after it, for the person whose call it is. */
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import { isComparable, isSameTool } from '@/lib/execution/call-rows';
import { type CallRow, isFinal } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import { findCallOfTeam } from '@/lib/store/calls';
import { findReading, findShownBefore, listKeptChanges } from '@/lib/store/conversation/call-readings';
import { OWN_SERVER, WORKSPACE_SERVER } from '@/lib/tools/own-server-name';
import type { Connections } from '@/lib/tools/types';
import { knownSecretSpans, masked } from '@/lib/transport/secrets';
import { differencesOf, type ReadLine } from '@/lib/values/differences';
import { isSecretName } from '@/lib/values/secret-names';
import { keptDifferences } from '@/mcp/tools/taking-back/kept-differences';
import { readAfter } from './read-after';
import type { ReadingView } from './reading-view';

/** The most records changed by one of our own calls that are listed. */
const MOST_KEPT = 50;
const MASK = '[secret]';

const NOTHING: ReadingView = {
  by: 'read',
  differences: null,
  same: 0,
  isMore: false,
  lines: null,
  failure: null,
  at: null,
  mayRead: false,
};

/** @throws AppError not_found: there is no such call of the caller's that could have changed anything */
export async function readReading(db: Database, caller: Caller, callId: string): Promise<ReadingView> {
  const call = await ownCall(db, caller, callId);
  return call.server === OWN_SERVER ? keptView(db, call) : readView(db, call);
}

/**
 * Reads it now, once; what was read before stays.
 * @throws AppError not_found, conflict: the tool that would show it is missing, or not what it was
 */
export async function readNow(
  { db, caller, connections, signal }: Asking,
  callId: string,
): Promise<ReadingView> {
  const call = await ownCall(db, caller, callId);
  const { mayRead } = call.server === OWN_SERVER ? NOTHING : await readView(db, call);
  if (mayRead) {
    const { server } = call;
    const { tools } = await connections.list({ waitFor: [server], forPages: true, forOrders: true });
    const tool = tools.find((one) => one.server === server && one.name === call.tool);
    if (!tool || !isSameTool(tool, call) || !isComparable(tool))
      throw new AppError('conflict', 'What would show its record is not there now, or has changed since.');
    await readAfter({ db, caller, connections, signal }, call, tool, caller.userId);
  }
  return readReading(db, caller, callId);
}

interface Asking {
  db: Database;
  caller: Caller;
  connections: Connections;
  signal: AbortSignal;
}

async function ownCall(db: Database, caller: Caller, callId: string): Promise<CallRow> {
  const found = await findCallOfTeam(db, caller.teamId, callId);
  const call = found?.owner === caller.userId ? found.call : undefined;
  const mayChange = call?.trusted && call.risk !== 'read-only' && call.server !== WORKSPACE_SERVER;
  if (!call || !mayChange)
    throw new AppError('not_found', 'There is no such call of yours that could have changed anything.');
  return call;
}

async function keptView(db: Database, call: CallRow): Promise<ReadingView> {
  const changes = await listKeptChanges(db, call.id, MOST_KEPT + 1);
  const differences = keptDifferences(changes.slice(0, MOST_KEPT)).map(hidden);
  const at = call.endedAt?.toISOString() ?? null;
  return { ...NOTHING, by: 'kept', differences, isMore: changes.length > MOST_KEPT, at };
}

async function readView(db: Database, call: CallRow): Promise<ReadingView> {
  const [row, card] = await Promise.all([findReading(db, call.id), findShownBefore(db, call)]);
  const before = row?.before ?? card?.preview ?? null;
  const after = row?.after ?? null;
  const view = {
    ...NOTHING,
    mayRead: !after && isFinal(call.status) && call.attempts > 0,
    failure: row?.failure == null ? null : withoutSecrets(row.failure),
    at: row?.at.toISOString() ?? null,
  };
  if (!before || !after) return { ...view, lines: (after ?? before)?.lines.map(shownLine) ?? null };
  const { differences, same } = differencesOf(before.lines, after.lines);
  const isOther = row?.beforeHash !== row?.afterHash;
  return { ...view, differences: differences.map(hidden), same, isMore: isOther && differences.length === 0 };
}

const withoutSecrets = (text: string) => masked(text, knownSecretSpans(text), () => MASK);

function shownLine({ label, value, amount }: ReadLine): ReadLine {
  const kept = isSecretName(label) ? MASK : withoutSecrets(value);
  return { label, value: kept, ...(amount !== undefined && { amount }) };
}

/** Shows that a secret has changed, without showing it. */
function hidden<One extends { label: string; before: string | null; after: string | null }>(one: One): One {
  const mask = (value: string | null) =>
    value === null ? null : isSecretName(one.label) ? MASK : withoutSecrets(value);
  return { ...one, before: mask(one.before), after: mask(one.after) };
}
