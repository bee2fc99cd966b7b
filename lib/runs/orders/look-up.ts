import 'server-only';
/**
 * A person looks up something that a result identifies by an id: a customer, or a customer's invoices. Only read-only
 * tools of vouched servers are offered for it that take that id and require nothing else; the order is a call like any
 * other.
 */
import type { Database } from '@/db/client';
import { readAuthority, situationOf } from '@/lib/approvals/authority';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { isOffered } from '@/lib/policy/policy';
import { findOwner } from '@/lib/store/chats';
import { merelyReads } from '@/lib/tools/merely-reads';
import type { ConnectedTool, Connections } from '@/lib/tools/types';
import { isRecord } from '@/lib/values/records';
import type { ClaimedRun } from '../begin';
import { beginOrder } from './begin-order';

const MOST_OFFERED = 8;

export interface LookedUp {
  server: string;
  /** The argument that takes the id. */
  argument: string;
}

interface LookingUp {
  db: Database;
  connections: Connections;
  caller: Caller;
}

/**
 * The tools that a person may look it up with in this chat of theirs, as things are.
 * @throws AppError not_found: they have no such chat
 */
export async function lookUpsOffered(
  { db, connections, caller }: LookingUp,
  chatId: string,
  of: LookedUp,
): Promise<ConnectedTool[]> {
  if ((await findOwner(db, chatId)) !== caller.userId)
    throw new AppError('not_found', 'There is no such chat.');
  const authority = await readAuthority(db, chatId, caller);
  const tools = await lookUpTools(connections, of);
  return tools.filter((tool) => isOffered(tool, situationOf(tool, authority)));
}

/** The tools for it, in the server's order, those that require the id first. */
export async function lookUpTools(
  connections: Connections,
  { server, argument }: LookedUp,
): Promise<ConnectedTool[]> {
  const { tools } = await connections.list({ asKnown: true });
  const fit = tools.filter((tool) => tool.server === server && merelyReads(tool) && takes(tool, argument));
  const [needing, others] = [true, false].map((needs) => {
    return fit.filter((tool) => requiredOf(tool).includes(argument) === needs);
  });
  return [...(needing ?? []), ...(others ?? [])].slice(0, MOST_OFFERED);
}

function takes(tool: ConnectedTool, argument: string): boolean {
  const { properties } = tool.inputSchema;
  const isThere = isRecord(properties) && Object.hasOwn(properties, argument);
  return isThere && requiredOf(tool).every((name) => name === argument);
}

function requiredOf({ inputSchema: { required } }: ConnectedTool): unknown[] {
  return Array.isArray(required) ? required : [];
}

/**
 * Begins the run that looks it up.
 * @param say makes the text of the message from the tool's title
 * @throws AppError not_found: no such tool is offered for it; and as `beginOrder` does
 */
export async function beginLookUp(
  { db, connections, caller }: LookingUp,
  chatId: string,
  { tool: name, value, ...of }: LookedUp & { tool: string; value: string },
  say: (title: string) => Promise<string>,
): Promise<ClaimedRun> {
  const tool = (await lookUpTools(connections, of)).find((one) => one.name === name);
  if (!tool) throw new AppError('not_found', 'There is no such tool that looks this up now.');
  const order = { server: of.server, tool: name, input: { [of.argument]: value } };
  return beginOrder(db, caller, chatId, { text: await say(tool.title), order });
}
