import 'server-only';
/** Creating, listing and revoking tokens. A token is shown once; only its hash is stored. */
import { randomBytes } from 'node:crypto';
import type { Database, Queryable, Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { listLastCalls } from '@/lib/store/calls';
import { findChatOfToken, insertChat } from '@/lib/store/chats';
import {
  countTokens,
  findTokenOwner,
  type GrantedServer,
  insertToken,
  listTokens,
  markTokenRevoked,
  type TokenRow,
} from '@/lib/store/outside/tokens';
import { findCaller } from '@/lib/store/people';
import { sha256Hex } from '@/lib/values/canonical-json';
import { storable } from '@/lib/values/text';
import type { ToolContext } from '@/mcp/context';
import { ENTITIES, type Scope, scopesOf } from '@/mcp/scopes';
import { toolsFor } from '@/mcp/server';
import { endCallsOf } from './calls/end';
import { isDocument } from './sign-in/document-id';
import { placeOf } from './sign-in/redirect';
import type { SignedIn, TokenCall, TokenDays, TokenView } from './token-view';

/** The most tokens of one person. */
export const MOST_TOKENS = 100;
/** How many are shown of each token. */
const LAST_CALLS = 5;

export interface NewToken {
  name: string;
  scopes: string[];
  /** Connected servers that its client may use, as they are now; none unless somebody has ticked them. */
  servers?: readonly GrantedServer[];
  days: TokenDays;
}

/** All scopes, in the order of lists. */
export const ALL_SCOPES: readonly Scope[] = ENTITIES.flatMap((entity): Scope[] => [
  `${entity}.read`,
  `${entity}.write`,
]);

/**
 * What a person may grant to a token: not what is remembered for their chats, since nobody here knows whose words those
 * are.
 */
export function scopesToGive({ role }: Pick<Caller, 'role'>): Scope[] {
  const own = scopesOf(role);
  return ALL_SCOPES.filter((scope) => own.has(scope) && !scope.startsWith('memory.'));
}

/** Those of them for which there is a tool, as this installation is set up. */
export function scopesToOffer(
  caller: Caller,
  services: Pick<ToolContext, 'db' | 'webSearch' | 'appUrl'>,
): Scope[] {
  const scopes = new Set(scopesToGive(caller));
  const used = new Set(toolsFor({ ...caller, ...services, scopes }).map(({ scope }) => scope));
  return [...scopes].filter((scope) => used.has(scope));
}

/**
 * Creates a token for the caller, and the chat for its calls.
 * @returns the token itself, which nobody can read again
 * @throws AppError bad_request (no scope, or one that is not the caller's own), too_many_requests
 */
export async function createToken(
  db: Database,
  caller: Caller,
  { name, scopes, days, servers = [] }: NewToken,
): Promise<{ id: string; token: string }> {
  const token = `amb_${randomBytes(32).toString('base64url')}`;
  const id = randomToken();
  await db.transaction(async (tx) => {
    const person = await findCaller(tx, caller.userId);
    if (!person || person.teamId !== caller.teamId) throw notInTeam();
    const { teamId, userId } = person;
    if ((await countTokens(tx, userId)) >= MOST_TOKENS) {
      throw tooManyTokens();
    }
    const rights = { scopes: wanted(scopes, person, servers.length > 0), servers: [...servers] };
    const values = { id, teamId, userId, name: storable(name), ...rights };
    await insertToken(tx, { ...values, hash: sha256Hex(token) }, days);
    await insertChat(tx, { id: randomToken(), teamId, userId, title: values.name, tokenId: id });
  });
  return { id, token };
}

export const tooManyTokens = () =>
  new AppError('too_many_requests', `You have ${MOST_TOKENS} tokens. Revoke one first.`);

const notInTeam = () => new AppError('forbidden', 'You are not in this team any more.');

/** @param isEnough whether it may do something besides these */
function wanted(scopes: string[], person: Caller, isEnough: boolean): Scope[] {
  const own = scopesToGive(person);
  const foreign = scopes.find((scope) => !own.some((one) => one === scope));
  if (foreign !== undefined) {
    const message = `scopes: ${JSON.stringify(foreign.slice(0, 50))} is not among your own rights.`;
    throw new AppError('bad_request', message);
  }
  const given = own.filter((scope) => scopes.includes(scope));
  if (given.length === 0 && !isEnough) throw new AppError('bad_request', 'scopes: at least one is needed.');
  return given;
}

/** The caller's tokens and, for an admin, all of the team: newest first, with the last calls of each. */
export async function readTokens(db: Queryable, caller: Caller): Promise<TokenView[]> {
  const rows = await listTokens(db, caller);
  const calls = await lastCalls(
    db,
    rows.map(({ token }) => token.id),
  );
  return rows.map(({ token, owner }) => ({
    id: token.id,
    name: token.name,
    owner: { id: token.userId, name: owner },
    scopes: token.scopes,
    servers: token.servers.map(({ name }) => name),
    mostTools: token.mostTools,
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt.toISOString(),
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    revokedAt: token.revokedAt?.toISOString() ?? null,
    calls: calls.get(token.id) ?? [],
    signedIn: signedIn(token),
  }));
}

function signedIn({ clientId, redirectUri, device }: TokenRow): SignedIn | null {
  if (clientId === null) return null;
  const host = isDocument(clientId) ? new URL(clientId).host : null;
  return { place: placeOf(redirectUri ?? '') ?? null, host, device };
}

async function lastCalls(db: Queryable, ids: string[]): Promise<Map<string, TokenCall[]>> {
  const byToken = new Map<string, TokenCall[]>();
  if (ids.length === 0) return byToken;
  const rows = await listLastCalls(db, ids, LAST_CALLS);
  for (const { token, at, ...said } of rows) {
    const call = { ...said, at: new Date(at).toISOString() };
    byToken.set(token, [...(byToken.get(token) ?? []), call]);
  }
  return byToken;
}

/**
 * Revokes a token: the person's own, or for an admin any of the team. Its pending cards are withdrawn; what is about to
 * be sent is not sent any more.
 */
export async function revokeToken(db: Database, caller: Caller, id: string): Promise<{ chatId: string }> {
  return db.transaction(async (tx) => {
    await assertMayRevoke(tx, caller, id);
    return { chatId: await endToken(tx, id, caller.userId) };
  });
}

/**
 * From here on it is refused, and what waits for it is withdrawn.
 * @param by the person who revokes it; null: its client did, or presented what only a thief would
 * @returns the chat of its calls
 */
export async function endToken(tx: Transaction, id: string, by: string | null): Promise<string> {
  // The token before its chat: beginning a call with it locks them in this order.
  await markTokenRevoked(tx, id, by);
  const chatId = await findChatOfToken(tx, id);
  if (chatId === undefined) throw new Error('A token without a place for its calls.');
  await endCallsOf(tx, chatId);
  return chatId;
}

async function assertMayRevoke(tx: Transaction, caller: Caller, id: string): Promise<void> {
  const owner = await findTokenOwner(tx, caller.teamId, id);
  const person = await findCaller(tx, caller.userId);
  const isIn = person?.teamId === caller.teamId;
  const may = owner !== undefined && isIn && (owner === caller.userId || person.role === 'admin');
  if (!may) throw new AppError('not_found', 'There is no such token.');
}
