import 'server-only';
/**
 * Which connected servers a token names. Only its owner may add one, since the client then acts with the owner's
 * sign-in there; an admin may remove one. A removal takes effect at once: in the list, for calls in progress, and for
 * calls that wait.
 */
import type { Database, Transaction } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { announce } from '@/lib/runs/follow/events';
import { findChatOfToken } from '@/lib/store/chats';
import {
  type GrantedServer,
  listTokensNaming,
  lockToken,
  updateTokenServers,
} from '@/lib/store/outside/tokens';
import { findCaller, namePerson } from '@/lib/store/people';
import { quoted } from '@/lib/values/text';
import { endCallsAt } from '../calls/end';
import type { ServerChoice } from '../token-view';

export interface TokenChange {
  servers?: readonly GrantedServer[] | undefined;
  mostTools?: number | null | undefined;
}

const isSame = (one: GrantedServer) => (other: GrantedServer) =>
  one.name === other.name && one.url === other.url;

/**
 * @throws AppError not_found; forbidden (an admin adding to another person's token); conflict: the token is no longer
 *   valid
 */
export async function changeToken(
  db: Database,
  caller: Caller,
  id: string,
  change: TokenChange,
): Promise<void> {
  const chatId = await db.transaction(async (tx) => {
    await namePerson(tx, caller.userId);
    const token = await lockToken(tx, caller.teamId, id);
    const person = await findCaller(tx, caller.userId);
    const isOwner = token?.userId === caller.userId;
    const may = person?.teamId === caller.teamId && (isOwner || person.role === 'admin');
    if (!token || !may) throw new AppError('not_found', 'There is no such token.');
    if (!token.holds) throw new AppError('conflict', 'This token does not hold any more.');
    const { servers = token.servers, mostTools = token.mostTools } = change;
    const added = servers.find((one) => !token.servers.some(isSame(one)));
    if (added && !isOwner) {
      throw new AppError('forbidden', 'Only the person whose token it is lets its client use a server.');
    }
    await updateTokenServers(tx, id, { servers: [...servers], mostTools });
    return endTakenAway(tx, id, token.servers, servers);
  });
  if (chatId !== undefined) await announce(db, chatId);
}

/** @returns the chat of the calls, if any have ended */
async function endTakenAway(
  tx: Transaction,
  id: string,
  before: readonly GrantedServer[],
  now: readonly GrantedServer[],
): Promise<string | undefined> {
  const gone = before.filter((one) => !now.some(isSame(one)));
  const chatId = gone.length > 0 ? await findChatOfToken(tx, id) : undefined;
  if (chatId !== undefined) for (const { name } of gone) await endCallsAt(tx, chatId, name);
  return chatId;
}

/**
 * A server was removed from the team, or moved: whatever takes its name is a different server that nobody has ticked.
 * @param nowAt the address under this name now, if any; a token that names exactly that one keeps it
 */
export async function dropServer(
  db: Database,
  { teamId, userId }: Caller,
  name: string,
  nowAt?: string,
): Promise<void> {
  const ended = await db.transaction(async (tx) => {
    await namePerson(tx, userId);
    const chats: string[] = [];
    for (const id of await listTokensNaming(tx, teamId, name)) {
      const token = await lockToken(tx, teamId, id);
      const servers = token?.servers.filter((one) => one.name !== name || one.url === nowAt);
      if (!token || !servers || servers.length === token.servers.length) continue;
      await updateTokenServers(tx, id, { servers });
      const chatId = await endTakenAway(tx, id, token.servers, servers);
      if (chatId !== undefined) chats.push(chatId);
    }
    return chats;
  });
  for (const chatId of ended) await announce(db, chatId);
}

/** The part of a team's connections that is needed to know its servers. */
export interface KnownServers {
  configNamed(name: string): Promise<GrantedServer | undefined>;
  health(): { servers: { server: string; trusted: boolean }[] };
}

/** The team's connected servers, in its order. Connects to none. */
export async function serversToGive(connections: KnownServers): Promise<ServerChoice[]> {
  // A process that has just started has not read the team's servers yet.
  await connections.configNamed('');
  return connections.health().servers.map(({ server, trusted }) => ({ name: server, trusted }));
}

/** @throws AppError bad_request: one of them is not a connected server of the team */
export async function serversNamed(
  connections: KnownServers,
  names: readonly string[],
): Promise<GrantedServer[]> {
  const found: GrantedServer[] = [];
  for (const name of new Set(names)) {
    const config = await connections.configNamed(name);
    if (!config) throw new AppError('bad_request', `servers: your team has no server ${quoted(name)}.`);
    found.push({ name: config.name, url: config.url });
  }
  return found;
}
