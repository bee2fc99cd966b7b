import 'server-only';
/** Shared chats. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { shares, users } = schema;

export type NewShare = typeof shares.$inferInsert;

export async function insertShare(tx: Transaction, share: NewShare): Promise<void> {
  await tx.insert(shares).values(share);
}

/** How many open links this person has. */
export function countShares(tx: Transaction, userId: string): Promise<number> {
  return tx.$count(shares, and(eq(shares.userId, userId), isNull(shares.withdrawnAt)));
}

const { id, userId, chatId, title, createdAt } = shares;
const listed = { id, userId, chatId, title, createdAt, by: users.name };

/**
 * The team's open links, newest first.
 * @param ofUser only this person's
 */
export function listShares(db: Queryable, teamId: string, ofUser: string | null, limit: number) {
  const whose = ofUser === null ? undefined : eq(shares.userId, ofUser);
  return db
    .select(listed)
    .from(shares)
    .innerJoin(users, eq(users.id, shares.userId))
    .where(and(eq(shares.teamId, teamId), isNull(shares.withdrawnAt), whose))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

/** An open link. */
export async function findShare(db: Queryable, teamId: string, shareId: string) {
  const [found] = await db
    .select({ ...listed, messages: shares.messages })
    .from(shares)
    .innerJoin(users, eq(users.id, shares.userId))
    .where(and(eq(shares.id, shareId), eq(shares.teamId, teamId), isNull(shares.withdrawnAt)));
  return found;
}

const withdrawn = (by: string) => ({ withdrawnAt: sql`now()`, withdrawnBy: by, messages: [], title: '' });

export async function markWithdrawn(db: Database, shareId: string, by: string): Promise<void> {
  await db
    .update(shares)
    .set(withdrawn(by))
    .where(and(eq(shares.id, shareId), isNull(shares.withdrawnAt)));
}

/** All links of a chat. */
export async function markWithdrawnOfChat(tx: Transaction, ofChat: string, by: string): Promise<void> {
  await tx
    .update(shares)
    .set(withdrawn(by))
    .where(and(eq(shares.chatId, ofChat), isNull(shares.withdrawnAt)));
}
