import 'server-only';
/** Making, listing and revoking tokens. A token is shown once; what is kept of it is its hash. */
import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf, type Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { findCaller } from '@/lib/store/people';
import { sha256Hex } from '@/lib/values/canonical-json';
import { storable } from '@/lib/values/text';
import { ENTITIES, type Scope, scopesOf } from '@/mcp/scopes';
import { endCallsOf } from './calls/end';
import type { TokenCall, TokenDays, TokenView } from './token-view';

const { chats, tokens, users } = schema;

/** Tokens that one person may have at once. */
const MOST_TOKENS = 100;
/** Shown of each token. */
const LAST_CALLS = 5;

export interface NewToken {
  name: string;
  scopes: string[];
  days: TokenDays;
}

/** Every scope there is, in the order of lists. */
export const ALL_SCOPES: readonly Scope[] = ENTITIES.flatMap((entity): Scope[] => [
  `${entity}.read`,
  `${entity}.write`,
]);

/** What a person may give to a token. */
export function scopesToGive({ role }: Pick<Caller, 'role'>): Scope[] {
  const own = scopesOf(role);
  return ALL_SCOPES.filter((scope) => own.has(scope));
}

/**
 * Makes a token for the caller, and the place in which its calls stand.
 * @returns the token itself: nobody can read it again
 * @throws AppError bad_request (no scope, or one that is not the caller's own), too_many_requests
 */
export async function createToken(
  db: Database,
  caller: Caller,
  { name, scopes, days }: NewToken,
): Promise<{ id: string; token: string }> {
  const token = `amb_${randomBytes(32).toString('base64url')}`;
  const id = randomToken();
  await db.transaction(async (tx) => {
    const standing = await findCaller(tx, caller.userId);
    if (!standing || standing.teamId !== caller.teamId) throw notInTeam();
    const { teamId, userId } = standing;
    const isOpen = and(eq(tokens.userId, userId), isNull(tokens.revokedAt), gt(tokens.expiresAt, sql`now()`));
    if ((await tx.$count(tokens, isOpen)) >= MOST_TOKENS) {
      throw new AppError('too_many_requests', `You have ${MOST_TOKENS} tokens. Revoke one first.`);
    }
    const values = { id, teamId, userId, name: storable(name), scopes: wanted(scopes, standing) };
    const expiresAt = sql`now() + make_interval(days => ${days}::int)`;
    await tx.insert(tokens).values({ ...values, hash: sha256Hex(token), expiresAt });
    await tx.insert(chats).values({ id: randomToken(), teamId, userId, title: values.name, tokenId: id });
  });
  return { id, token };
}

const notInTeam = () => new AppError('forbidden', 'You are not in this team any more.');

function wanted(scopes: string[], standing: Caller): Scope[] {
  const own = scopesToGive(standing);
  const foreign = scopes.find((scope) => !own.some((one) => one === scope));
  if (foreign !== undefined) {
    const message = `scopes: ${JSON.stringify(foreign.slice(0, 50))} is not among your own rights.`;
    throw new AppError('bad_request', message);
  }
  const given = own.filter((scope) => scopes.includes(scope));
  if (given.length === 0) throw new AppError('bad_request', 'scopes: at least one is needed.');
  return given;
}

/** The caller's tokens and, for an admin, all of the team: newest first, with the last calls of each. */
export async function listTokens(db: Queryable, caller: Caller): Promise<TokenView[]> {
  const inTeam = eq(tokens.teamId, caller.teamId);
  const rows = await db
    .select({ token: tokens, owner: users.name })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(caller.role === 'admin' ? inTeam : and(inTeam, eq(tokens.userId, caller.userId)))
    .orderBy(desc(tokens.createdAt), desc(tokens.id))
    .limit(500);
  const calls = await lastCalls(
    db,
    rows.map(({ token }) => token.id),
  );
  return rows.map(({ token, owner }) => ({
    id: token.id,
    name: token.name,
    owner: { id: token.userId, name: owner },
    scopes: token.scopes,
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt.toISOString(),
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    revokedAt: token.revokedAt?.toISOString() ?? null,
    calls: calls.get(token.id) ?? [],
  }));
}

async function lastCalls(db: Queryable, ids: string[]): Promise<Map<string, TokenCall[]>> {
  const byToken = new Map<string, TokenCall[]>();
  if (ids.length === 0) return byToken;
  const wantedIds = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );
  const rows = await rowsOf<TokenCall & { token: string; at: Date | string }>(
    db,
    sql`select tokens.id as token, last.* from tokens cross join lateral (
      select calls.id, calls.tool, calls.metadata ->> 'title' as title, runs.client, calls.created_at as at, calls.status
      from runs join calls on calls.run_id = runs.id where runs.token_id = tokens.id and calls.step > 0
      order by runs.created_at desc, calls.seq desc limit ${LAST_CALLS}) as last
      where tokens.id in (${wantedIds})`,
  );
  for (const { token, id, tool, title, client, at, status } of rows) {
    const call = { id, tool, title, client, at: new Date(at).toISOString(), status };
    byToken.set(token, [...(byToken.get(token) ?? []), call]);
  }
  return byToken;
}

/**
 * Revokes a token: one's own, or for an admin any of the team. What it waits for is withdrawn; what is on its way to
 * be sent is not sent any more.
 * @throws AppError not_found
 */
export async function revokeToken(db: Database, caller: Caller, id: string): Promise<{ chatId: string }> {
  return db.transaction(async (tx) => {
    await assertMayRevoke(tx, caller, id);
    // The token before its chat, as whoever begins a call with it locks them.
    await tx
      .update(tokens)
      .set({ revokedAt: sql`now()`, revokedBy: caller.userId })
      .where(and(eq(tokens.id, id), isNull(tokens.revokedAt)));
    const [chat] = await tx.select({ id: chats.id }).from(chats).where(eq(chats.tokenId, id));
    if (!chat) throw new Error('A token without a place for its calls.');
    await endCallsOf(tx, chat.id);
    return { chatId: chat.id };
  });
}

async function assertMayRevoke(tx: Transaction, caller: Caller, id: string): Promise<void> {
  const [token] = await tx
    .select({ userId: tokens.userId })
    .from(tokens)
    .where(and(eq(tokens.id, id), eq(tokens.teamId, caller.teamId)));
  const standing = await findCaller(tx, caller.userId);
  const isIn = standing?.teamId === caller.teamId;
  const may = token && isIn && (token.userId === caller.userId || standing.role === 'admin');
  if (!may) throw new AppError('not_found', 'There is no such token.');
}
