import 'server-only';
/**
 * What is read of other tools, without asking, for a call: the record that it is about, and its exact preview. The
 * team's policy treats the reading tool like any other, so that no card shows people what they could not have read
 * without asking. It may wait for a slot of its server, so it is judged once more right before it is sent.
 */
import type { Database } from '@/db/client';
import type { Fence } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import { isOffered, judge } from '@/lib/policy/policy';
import { ConnectionError } from '@/lib/tools/connection-error';
import { isOwnName } from '@/lib/tools/own-server-name';
import type { ConnectedTool, Connections, Shown } from '@/lib/tools/types';
import { quoted } from '@/lib/values/text';
import { type Authority, readAuthority, situationOf } from './authority';

type Asked = Pick<Authority, 'mode' | 'role' | 'outside' | 'rules' | 'halts'>;

/**
 * The tool without companions that the policy does not allow to be asked without a person.
 * @param authorityOf read only if the tool has such a companion
 */
export async function readable(
  tool: ConnectedTool,
  authorityOf: () => Asked | Promise<Asked>,
): Promise<ConnectedTool> {
  const isAsked = tool.preview !== undefined || tool.record !== undefined;
  // The companions of our own servers are part of this app; a team cannot have rules for them.
  if (!isAsked || isOwnName(tool.server)) return tool;
  return withoutUnreadable(tool, await authorityOf());
}

function withoutUnreadable(tool: ConnectedTool, authority: Asked): ConnectedTool {
  const { preview, record, ...others } = tool;
  // A companion exists to be asked for each call, whatever rules hold for its whole server; only a rule for itself
  // counts.
  const named = authority.rules.filter((rule) => rule.tool === preview);
  return {
    ...others,
    ...(preview !== undefined && runsUnasked(tool, preview, { ...authority, rules: named }) && { preview }),
    ...(record && runsUnasked(tool, record.tool, authority) && { record }),
  };
}

function runsUnasked({ server, trusted }: ConnectedTool, name: string, authority: Asked): boolean {
  const reader = { server, name, trusted, risk: 'read-only' as const };
  return judge(reader, situationOf(reader, { ...authority, takesBack: [] })).effect === 'allow';
}

/**
 * Whether the companion that classifies single calls of the tool may be asked: never about a tool that does not exist for
 * the person, and never one that the policy does not let answer without a person.
 */
export function isClassifiable(tool: ConnectedTool & { perCall: string }, authority: Asked): boolean {
  const { server, perCall } = tool;
  if (!isThere(tool, authority)) return false;
  const named = isOwnName(server) ? [] : authority.rules.filter((rule) => rule.tool === perCall);
  return runsUnasked(tool, perCall, { ...authority, rules: named });
}

/** What reads for a card. */
export interface Reading {
  connections: Pick<Connections, 'preview'>;
  signal: AbortSignal;
  /** What it is judged by at that very moment. Throws if nothing may be read. */
  now: () => Promise<Asked>;
  /** As it was just read; absent: it is read. */
  authority?: Asked | undefined;
}

/**
 * What a card shows of a call: like `Connections.preview`, limited to what may be read without asking, also at the moment
 * when it is sent.
 */
export async function shownOf(
  { connections, signal, now, authority }: Reading,
  tool: ConnectedTool,
  input: unknown,
): Promise<Shown | null> {
  let judgedBy = authority;
  const reads = await readable(tool, async () => {
    judgedBy ??= await now();
    return judgedBy;
  });
  const assertStill = async () => {
    if (!judgedBy || !isStillReadable(reads, judgedBy, await now())) throw withdrawn(tool);
  };
  return connections.preview(reads, input, signal, assertStill);
}

/** Neither what reads nor what it reads for has been stopped or denied meanwhile. */
function isStillReadable(reads: ConnectedTool, before: Asked, now: Asked): boolean {
  const { preview, record } = withoutUnreadable(reads, now);
  if (preview !== reads.preview || record?.tool !== reads.record?.tool) return false;
  return isThere(reads, now) || !isThere(reads, before);
}

/** In plan mode the steps of a plan are asked about as well; what else is denied there is not offered at all. */
function isThere(tool: ConnectedTool, authority: Asked): boolean {
  return isOffered(tool, situationOf(tool, { ...authority, mode: 'default', takesBack: [] }));
}

/** The server has heard nothing. */
export function withdrawn({ server }: Pick<ConnectedTool, 'server'>): ConnectionError {
  const message = `What lets ${quoted(server)} be asked has changed meanwhile. It was not asked.`;
  return new ConnectionError(message, 'not-sent');
}

interface Place<Connected = Pick<Connections, 'preview'>> {
  db: Database;
  chatId: string;
  caller: Caller;
  fence: Fence;
  connections: Connected;
  signal: AbortSignal;
}

/** How an answer reads, by the rules of that very moment. */
export function readingIn<Connected>(place: Place<Connected>) {
  const { db, chatId, caller, fence, connections, signal } = place;
  return { connections, signal, now: () => readAuthority(db, chatId, caller, fence) };
}

/**
 * The same in an answer.
 * @param authority as it was just read there; absent: it is read
 */
export function shownNow(
  place: Place,
  tool: ConnectedTool,
  input: unknown,
  authority?: Asked,
): Promise<Shown | null> {
  return shownOf({ ...readingIn(place), authority }, tool, input);
}
