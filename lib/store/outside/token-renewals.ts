import 'server-only';
/** Tokens of clients that signed in by themselves: how they are renewed. The database's clock says what holds. */
import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { tokens } = schema;

const holds = and(isNull(tokens.revokedAt), gt(tokens.expiresAt, sql`now()`));

/** A grant that holds, locked; what its last renewal gave stands in it as long as it is so fresh. */
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

/** @returns for how many seconds the new access holds: no longer than the grant */
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

/** The grant that a client shows a token of, to give it back; whether or not that token could still be used. */
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

/** Forgets what renewals gave: it was kept for answers that were lost on the way. */
export async function deleteOldSuccessors(db: Database, seconds: number): Promise<void> {
  await db.execute(sql`update tokens set successor = null
    where successor is not null and rotated_at < now() - make_interval(secs => ${seconds}::float8)`);
}
