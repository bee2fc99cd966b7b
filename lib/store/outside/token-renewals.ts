import 'server-only';
/** Renewal of tokens of OAuth clients. The database's clock judges what is valid. */
import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { tokens } = schema;

const holds = and(isNull(tokens.revokedAt), gt(tokens.expiresAt, sql`now()`));

/** A valid grant, locked; includes the result of its last renewal if that is recent enough. */
export async function lockGrant(tx: Transaction, id: string, freshSeconds: number) {
  const [row] = await tx
    .select({
      token: tokens,
      isFresh: sql<boolean>`coalesce(${tokens.rotatedAt} > now() - make_interval(secs => ${freshSeconds}::float8), false)`,
      accessSeconds: sql<number>`floor(extract(epoch from ${tokens.accessExpiresAt} - now()))::int`,
    })
    .from(tokens)
    .where(and(eq(tokens.id, id), isNotNull(tokens.clientId), holds))
    .for('update');
  return row;
}

export interface Renewal {
  hash: string;
  refreshHash: string;
  previousHash: string;
  /** Sealed. */
  successor: string;
}

/** @returns for how many seconds the new access token is valid: no longer than the grant */
export async function renewGrant(
  tx: Transaction,
  id: string,
  renewal: Renewal,
  accessSeconds: number,
): Promise<number> {
  const [row] = await tx
    .update(tokens)
    .set({ ...renewal, rotatedAt: sql`now()`, accessExpiresAt: accessEnd(accessSeconds) })
    .where(eq(tokens.id, id))
    .returning({ seconds: sql<number>`floor(extract(epoch from ${tokens.accessExpiresAt} - now()))::int` });
  return row?.seconds ?? 0;
}

const accessEnd = (seconds: number) =>
  sql`least(${tokens.expiresAt}, now() + make_interval(secs => ${seconds}::float8))`;

/** The grant to which a token that a client wants to revoke belongs, whether or not that token is still usable. */
export async function findShownGrant(
  db: Database,
  clientId: string,
  hash: string,
): Promise<string | undefined> {
  const isShown = or(eq(tokens.hash, hash), eq(tokens.refreshHash, hash), eq(tokens.previousHash, hash));
  const [row] = await db
    .select({ id: tokens.id })
    .from(tokens)
    .where(and(eq(tokens.clientId, clientId), isShown, holds));
  return row?.id;
}

/** Deletes results of renewals, which were kept in case an answer got lost. */
export async function deleteOldSuccessors(db: Database, seconds: number): Promise<void> {
  await db.execute(sql`update tokens set successor = null
    where successor is not null and rotated_at < now() - make_interval(secs => ${seconds}::float8)`);
}
