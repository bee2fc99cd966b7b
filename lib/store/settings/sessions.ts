import 'server-only';
/** A person's sessions, and their account's password. */
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { accounts, sessions } = schema;

export type SessionRow = Pick<
  typeof sessions.$inferSelect,
  'id' | 'token' | 'ipAddress' | 'userAgent' | 'createdAt' | 'updatedAt'
>;

/** Valid sessions by the database's clock, most recently seen first. */
export function listSessions(db: Queryable, userId: string): Promise<SessionRow[]> {
  const { id, token, ipAddress, userAgent, createdAt, updatedAt } = sessions;
  return db
    .select({ id, token, ipAddress, userAgent, createdAt, updatedAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), sql`${sessions.expiresAt} > now()`))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id));
}

/** @returns whether it was theirs */
export async function deleteSession(db: Queryable, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/** Ends all of a person's sessions but the one with this token. */
export async function deleteSessionsBut(db: Queryable, userId: string, token: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.token, token)));
}

/** Ends the one with this token. */
export async function deleteSessionOf(db: Queryable, userId: string, token: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.token, token)));
}

/** Whether the session with this token is theirs and still exists. Waits for a concurrent ending. */
export async function holdsSession(tx: Transaction, userId: string, token: string): Promise<boolean> {
  const its = and(eq(sessions.userId, userId), eq(sessions.token, token));
  return (await tx.select({ id: sessions.id }).from(sessions).where(its).for('key share')).length > 0;
}

/** Ends all of a person's. */
export async function deleteSessions(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}

/** @returns whether the person signs in with a password */
export async function setPassword(tx: Transaction, userId: string, hash: string): Promise<boolean> {
  const changed = await tx
    .update(accounts)
    .set({ password: hash, updatedAt: sql`now()` })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
    .returning({ id: accounts.id });
  return changed.length > 0;
}

/**
 * @param was the hash to be replaced, so that only one of two concurrent changes succeeds
 * @returns whether it was still that
 */
export async function updatePassword(
  tx: Transaction,
  userId: string,
  { was, hash }: { was: string; hash: string },
): Promise<boolean> {
  const changed = await tx
    .update(accounts)
    .set({ password: hash, updatedAt: sql`now()` })
    .where(
      and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'), eq(accounts.password, was)),
    )
    .returning({ id: accounts.id });
  return changed.length > 0;
}
