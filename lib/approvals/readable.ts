import 'server-only';
/**
 * What is read of other tools, without asking, for a call: the record that it is about, and its exact preview. The
 * team's policy treats the reading tool like any other, so that no card shows people what they could not have read
 * without asking.
 */
import type { Database } from '@/db/client';
import type { Fence } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import { isOffered, judge } from '@/lib/policy/policy';
import { isOwnName } from '@/lib/tools/own-server-name';
import type { ConnectedTool, Connections, Shown } from '@/lib/tools/types';
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
  const { preview, record, ...others } = tool;
  const isAsked = preview !== undefined || record !== undefined;
  // The companions of our own servers are part of this app; a team cannot have rules for them.
  if (!isAsked || isOwnName(tool.server)) return tool;
  const authority = await authorityOf();
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
  // In plan mode the steps of a plan are asked about as well; what else is denied there is not offered at all.
  const situation = situationOf(tool, { ...authority, mode: 'default', takesBack: [] });
  if (!isOffered(tool, situation)) return false;
  const named = isOwnName(server) ? [] : authority.rules.filter((rule) => rule.tool === perCall);
  return runsUnasked(tool, perCall, { ...authority, rules: named });
}

/** What a card shows of a call: like `Connections.preview`, limited to what may be read without asking. */
export async function shownOf(
  connections: Pick<Connections, 'preview'>,
  tool: ConnectedTool,
  input: unknown,
  signal: AbortSignal,
  authorityOf: () => Asked | Promise<Asked>,
): Promise<Shown | null> {
  return connections.preview(await readable(tool, authorityOf), input, signal);
}

interface Place {
  db: Database;
  chatId: string;
  caller: Caller;
  fence: Fence;
  connections: Pick<Connections, 'preview'>;
  signal: AbortSignal;
}

/** The same, by the rules of this very moment. */
export function shownNow(
  { db, chatId, caller, fence, connections, signal }: Place,
  tool: ConnectedTool,
  input: unknown,
): Promise<Shown | null> {
  return shownOf(connections, tool, input, signal, () => readAuthority(db, chatId, caller, fence));
}
