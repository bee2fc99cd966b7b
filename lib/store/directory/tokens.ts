import 'server-only';
/** The tokens with which a company's directory changes a team. The database judges whether one is valid. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf, type Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { directoryTokens, users } = schema;

export type DirectoryTokenRow = typeof directoryTokens.$inferSelect;

/** Names the directory on whose behalf this transaction acts, for the receipts that the database writes. */
export async function nameDirectory(tx: Transaction, tokenId: string): Promise<void> {
  await tx.execute(
    sql`select set_config('amber.person', ${tokenId}, true), set_config('amber.directory', ${tokenId}, true)`,
  );
}

/** Tokens that nobody has revoked, newest first. */
export function listDirectoryTokens(
  db: Queryable,
  teamId: string,
): Promise<{ token: DirectoryTokenRow; madeBy: string | null }[]> {
  return db
    .select({ token: directoryTokens, madeBy: users.name })
    .from(directoryTokens)
    .leftJoin(users, eq(users.id, directoryTokens.madeBy))
    .where(and(eq(directoryTokens.teamId, teamId), isNull(directoryTokens.revokedAt)))
    .orderBy(desc(directoryTokens.createdAt), desc(directoryTokens.id));
}

/** The team's tokens that nobody has revoked. */
export function countDirectoryTokens(tx: Transaction, teamId: string): Promise<number> {
  return tx.$count(
    directoryTokens,
    and(eq(directoryTokens.teamId, teamId), isNull(directoryTokens.revokedAt)),
  );
}

export async function insertDirectoryToken(
  tx: Transaction,
  token: typeof directoryTokens.$inferInsert,
): Promise<void> {
  await tx.insert(directoryTokens).values(token);
}

/** @returns whether there was one that nobody had revoked */
export async function markDirectoryTokenRevoked(
  tx: Transaction,
  { teamId, id, revokedBy }: { teamId: string; id: string; revokedBy: string },
): Promise<boolean> {
  const rows = await tx
    .update(directoryTokens)
    .set({ revokedAt: sql`now()`, revokedBy })
    .where(
      and(eq(directoryTokens.id, id), eq(directoryTokens.teamId, teamId), isNull(directoryTokens.revokedAt)),
    )
    .returning({ id: directoryTokens.id });
  return rows.length > 0;
}

/** Locks it, so that nobody revokes it before this transaction ends. */
export async function directoryTokenHolds(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: directoryTokens.id })
    .from(directoryTokens)
    .where(and(eq(directoryTokens.id, id), isNull(directoryTokens.revokedAt)))
    .for('share');
  return rows.length > 0;
}

/**
 * A valid token. The same statement counts the request for rate limiting: it moves the token's pace one step ahead of
 * the clock, unless it already is a whole burst ahead.
 * @param hash SHA-256 (hex) of the token
 * @param pace in seconds
 * @returns `ahead`: how far ahead of the clock it was before this request, in seconds
 */
export async function markDirectoryTokenUsed(
  db: Database,
  hash: string,
  { stepS, burstS }: { stepS: number; burstS: number },
): Promise<{ id: string; teamId: string; ahead: number | string } | undefined> {
  const [row] = await rowsOf<{ id: string; teamId: string; ahead: number | string }>(
    db,
    sql`with seen as (
        select id, greatest(paced_at, now()) as base from directory_tokens
        where hash = ${hash} and revoked_at is null for update
      ), taken as (
        update directory_tokens set last_used_at = now(), paced_at = case
          when seen.base + make_interval(secs => ${stepS}::float8) <= now() + make_interval(secs => ${burstS}::float8)
          then seen.base + make_interval(secs => ${stepS}::float8) else seen.base end
        from seen where directory_tokens.id = seen.id
        returning directory_tokens.id, directory_tokens.team_id, seen.base
      )
      select taken.id, taken.team_id as "teamId", extract(epoch from taken.base - now())::float8 as ahead from taken`,
  );
  return row;
}
