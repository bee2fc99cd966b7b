import 'server-only';
/**
 * Tokens of other clients, and sessions that these have ended. The database's clock judges whether a token is valid.
 */
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf, type Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { GrantedServer } from '@/db/schema/tokens';
import type { Caller } from '@/lib/people/caller';
import type { Scope } from '@/mcp/scopes';
import { lacksFactor } from '../people';
import { vouched } from '../sign-on/accounts';
import { unsynced } from './outside-requests';

const { endedSessions, tokens, users } = schema;

export type { GrantedServer };

export type TokenRow = typeof tokens.$inferSelect;

const holds = and(isNull(tokens.revokedAt), gt(tokens.expiresAt, sql`now()`));

/** Whether the token may still be used. */
export async function tokenHolds(db: Queryable, id: string): Promise<boolean> {
  return (await db.$count(tokens, and(eq(tokens.id, id), holds))) > 0;
}

/** What a token may be used for. */
export interface TokenRights {
  scopes: Scope[];
  servers: GrantedServer[];
  mostTools: number | null;
}

/** What a token may be used for; nothing if it is not valid any more. */
export async function findTokenRights(db: Queryable, id: string): Promise<TokenRights | undefined> {
  const { scopes, servers, mostTools } = tokens;
  const [row] = await db
    .select({ scopes, servers, mostTools })
    .from(tokens)
    .where(and(eq(tokens.id, id), holds));
  return row as TokenRights | undefined;
}

/** Locks the token for a change: meanwhile none of its calls begins, and it is not revoked. */
export async function lockToken(
  tx: Transaction,
  teamId: string,
  id: string,
): Promise<(TokenRow & { holds: boolean }) | undefined> {
  const [row] = await tx
    .select({ token: tokens, holds: sql<boolean>`${holds}` })
    .from(tokens)
    .where(and(eq(tokens.id, id), eq(tokens.teamId, teamId)))
    .for('update');
  return row && { ...row.token, holds: row.holds };
}

/** The name of this person's token, if it is valid and names a server so. */
export async function findTokenNamed(
  db: Queryable,
  { id, userId, teamId }: { id: string; userId: string; teamId: string },
  server: string,
): Promise<string | undefined> {
  const isTheirs = and(eq(tokens.id, id), eq(tokens.userId, userId), eq(tokens.teamId, teamId));
  const names = sql`${tokens.servers} @> ${JSON.stringify([{ name: server }])}::jsonb`;
  const [row] = await db
    .select({ name: tokens.name })
    .from(tokens)
    .where(and(isTheirs, holds, names));
  return row?.name;
}

/** Whether the token names this connected server. */
export async function tokenNames(db: Queryable, id: string, { name, url }: GrantedServer): Promise<boolean> {
  const names = sql`${tokens.servers} @> ${JSON.stringify([{ name, url }])}::jsonb`;
  return (await db.$count(tokens, and(eq(tokens.id, id), names))) > 0;
}

export async function updateTokenServers(
  tx: Transaction,
  id: string,
  now: Partial<Pick<TokenRow, 'servers' | 'mostTools'>>,
): Promise<void> {
  await tx.update(tokens).set(now).where(eq(tokens.id, id));
}

/** Valid tokens of the team that name a server so. */
export async function listTokensNaming(tx: Transaction, teamId: string, server: string): Promise<string[]> {
  const names = sql`${tokens.servers} @> ${JSON.stringify([{ name: server }])}::jsonb`;
  const isOpen = and(eq(tokens.teamId, teamId), isNull(tokens.revokedAt), names);
  const rows = await tx.select({ id: tokens.id }).from(tokens).where(isOpen).orderBy(tokens.id);
  return rows.map(({ id }) => id);
}

/** Ids of this person's tokens in a team that nobody revoked, in locking order. */
export async function listOpenTokens(
  tx: Transaction,
  { userId, teamId }: Pick<Caller, 'userId' | 'teamId'>,
): Promise<string[]> {
  const theirs = and(eq(tokens.userId, userId), eq(tokens.teamId, teamId), isNull(tokens.revokedAt));
  const rows = await tx.select({ id: tokens.id }).from(tokens).where(theirs).orderBy(tokens.id);
  return rows.map(({ id }) => id);
}

/** This person's valid tokens. */
export function countTokens(tx: Transaction, userId: string): Promise<number> {
  return tx.$count(tokens, and(eq(tokens.userId, userId), holds));
}

export async function insertToken(
  tx: Transaction,
  token: Omit<typeof tokens.$inferInsert, 'expiresAt' | 'accessExpiresAt'>,
  days: number,
  accessSeconds?: number,
): Promise<void> {
  const expiresAt = sql`now() + make_interval(days => ${days}::int)`;
  const accessExpiresAt =
    accessSeconds === undefined ? null : sql`now() + make_interval(secs => ${accessSeconds}::float8)`;
  await tx.insert(tokens).values({ ...token, expiresAt, accessExpiresAt });
}

/** The reader's, or for an admin all of the team: newest first, at most 500. */
export function listTokens(
  db: Queryable,
  { teamId, userId, role }: Caller,
): Promise<{ token: TokenRow; owner: string }[]> {
  const inTeam = eq(tokens.teamId, teamId);
  return db
    .select({ token: tokens, owner: users.name })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(role === 'admin' ? inTeam : and(inTeam, eq(tokens.userId, userId)))
    .orderBy(desc(tokens.createdAt), desc(tokens.id))
    .limit(500);
}

/** The owner of this token of the team. */
export async function findTokenOwner(
  tx: Transaction,
  teamId: string,
  id: string,
): Promise<string | undefined> {
  const [token] = await tx
    .select({ userId: tokens.userId })
    .from(tokens)
    .where(and(eq(tokens.id, id), eq(tokens.teamId, teamId)));
  return token?.userId;
}

/** The first revocation stays. */
export async function markTokenRevoked(tx: Transaction, id: string, revokedBy: string | null): Promise<void> {
  await tx
    .update(tokens)
    .set({ revokedAt: sql`now()`, revokedBy })
    .where(and(eq(tokens.id, id), isNull(tokens.revokedAt)));
}

/** A presented token, its owner, and how far ahead of its pace it is. */
export interface ShownToken extends Caller, TokenRights {
  id: string;
  name: string;
  /** The chat that holds its calls. */
  chatId: string;
  isDemo: boolean;
  email: string;
  /** All of the owner's access depends on a single sign-on provider. */
  isBound: boolean;
  /** The team requires a second factor, and the owner has none. */
  lacksFactor: boolean;
  /** The version of the team's servers. */
  serversVersion: number;
  /** The team has a limit on people's calls per minute. */
  isLimited: boolean;
  /** How far ahead of the clock it was before this request, in seconds. */
  ahead: number | string;
  /** The resource for which it is valid; null: it was pasted by hand, and is valid at all of ours. */
  resource: string | null;
}

/**
 * A valid token whose owner is still in its team. The same statement counts the request for rate limiting: it moves the
 * token's pace one step ahead of the clock, unless it already is a whole burst ahead.
 * @param hash SHA-256 (hex) of the token
 * @param pace in seconds
 */
export async function markTokenUsed(
  db: Database,
  hash: string,
  { stepS, burstS }: { stepS: number; burstS: number },
): Promise<ShownToken | undefined> {
  const [row] = await rowsOf<ShownToken>(
    db,
    sql`with seen as (
        select id, greatest(paced_at, now()) as base from tokens
        where hash = ${hash} and revoked_at is null and expires_at > now()
          and (access_expires_at is null or access_expires_at > now()) for update
      ), taken as (
        update tokens set last_used_at = now(), paced_at = case
          when seen.base + make_interval(secs => ${stepS}::float8) <= now() + make_interval(secs => ${burstS}::float8)
          then seen.base + make_interval(secs => ${stepS}::float8) else seen.base end
        from seen where tokens.id = seen.id returning tokens.*, seen.base
      )
      select taken.id, taken.name, taken.scopes, taken.servers, taken.most_tools as "mostTools", taken.resource, chats.id as "chatId", users.id as "userId", users.name as "userName",
        teams.id as "teamId", teams.name as "teamName", members.role, users.demo as "isDemo", users.email, ${lacksFactor} as "lacksFactor",
        exists (select from sign_on_accounts as bound where bound.user_id = users.id and bound.binding) as "isBound",
        teams.servers_version as "serversVersion",
        exists (select from limits where limits.team_id = teams.id and limits.what = 'calls_minute') as "isLimited", extract(epoch from taken.base - now())::float8 as ahead, ${unsynced}
      from taken join users on users.id = taken.user_id join members on members.user_id = users.id and ${vouched(schema.members.userId)}
        join teams on teams.id = members.team_id and teams.id = taken.team_id join chats on chats.token_id = taken.id`,
  );
  return row;
}

/** Records once that a client has ended its session. */
export async function insertEndedSession(db: Database, tokenId: string, session: string): Promise<void> {
  await db.insert(endedSessions).values({ tokenId, session }).onConflictDoNothing();
}

/** Whether its client has ended this session. */
export async function isSessionEnded(db: Database, tokenId: string, session: string): Promise<boolean> {
  const isIt = and(eq(endedSessions.tokenId, tokenId), eq(endedSessions.session, session));
  return (await db.$count(endedSessions, isIt)) > 0;
}

/** Deletes sessions from this many days ago, and those of invalid tokens. */
export async function deleteOldSessions(db: Database, days: number): Promise<void> {
  await db.execute(sql`delete from ended_sessions where ended_at < now() - make_interval(days => ${days})
    or not exists (select 1 from tokens
    where tokens.id = token_id and revoked_at is null and expires_at > now())`);
}
