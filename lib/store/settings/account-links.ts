import 'server-only';
/** Links that were mailed to people, for a password or an address. The database's clock says what is past its time. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { accountLinks, accounts, invitations, members, users } = schema;

export type LinkKind = (typeof accountLinks.$inferSelect)['kind'];

/** Who signs in with a password of their own, as they stand. Of a demo account everybody knows it. */
export interface Owner {
  userId: string;
  /** Whose mail it is: their team's, or of one to which they are invited. */
  teamId: string;
  email: string;
}

const OWNER = {
  userId: users.id,
  teamId: sql<string | null>`coalesce(${members.teamId}, (select "i"."team_id" from ${invitations} as "i"
    where "i"."email" = ${users.email} and "i"."accepted_at" is null and "i"."expires_at" > now()
    order by "i"."created_at" desc limit 1))`,
  email: users.email,
};

/** Nobody, where there is no team: mail belongs to one. */
const ownerOf = (row: (Omit<Owner, 'teamId'> & { teamId: string | null }) | undefined): Owner | undefined =>
  row && row.teamId !== null ? { ...row, teamId: row.teamId } : undefined;

/** @param email in lower case */
export async function findOwner(db: Queryable, email: string): Promise<Owner | undefined> {
  const [row] = await db
    .select(OWNER)
    .from(users)
    .leftJoin(members, eq(members.userId, users.id))
    .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
    .where(and(eq(users.email, email), eq(users.demo, false)));
  return ownerOf(row);
}

/** Until this transaction ends nobody else changes the account of this person. */
export async function lockAccount(
  tx: Transaction,
  userId: string,
): Promise<{ email: string; name: string } | undefined> {
  const [row] = await tx
    .select({ email: users.email, name: users.name })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.demo, false)))
    .for('no key update');
  return row;
}

/** What a person may change of it, as it stands. */
export async function findAccount(
  db: Queryable,
  userId: string,
): Promise<{ name: string; email: string; demo: boolean } | undefined> {
  const { name, email, demo } = users;
  const [row] = await db.select({ name, email, demo }).from(users).where(eq(users.id, userId));
  return row;
}

/** Whether anybody has this address, in lower case. */
export async function isTaken(db: Queryable, email: string): Promise<boolean> {
  return (await db.$count(users, eq(users.email, email))) > 0;
}

/** @throws a unique violation when somebody else has this address by now */
export async function setEmail(tx: Transaction, userId: string, email: string): Promise<void> {
  const updatedAt = sql`now()`;
  await tx.update(users).set({ email, emailVerified: true, updatedAt }).where(eq(users.id, userId));
}

export async function setName(tx: Transaction, userId: string, name: string): Promise<void> {
  await tx.update(users).set({ name, updatedAt: sql`now()` }).where(eq(users.id, userId));
}

const isOpen = gt(accountLinks.expiresAt, sql`now()`);

/** How many links of a person are good. */
export function countLinks(tx: Transaction, userId: string, kind: LinkKind): Promise<number> {
  return tx.$count(accountLinks, and(eq(accountLinks.userId, userId), eq(accountLinks.kind, kind), isOpen));
}

export async function insertLink(
  tx: Transaction,
  link: Omit<typeof accountLinks.$inferInsert, 'expiresAt'>,
  minutes: number,
): Promise<void> {
  const expiresAt = sql`now() + make_interval(mins => ${minutes}::int)`;
  await tx.insert(accountLinks).values({ ...link, expiresAt });
}

/**
 * Whose open link this is. One for a password counts only as long as the address to which it went is theirs.
 * @param tokenHash SHA-256 (hex) of its token
 */
export async function findLink(db: Queryable, tokenHash: string, kind: LinkKind): Promise<Owner | undefined> {
  const [row] = await db
    .select(OWNER)
    .from(accountLinks)
    .innerJoin(users, eq(users.id, accountLinks.userId))
    .leftJoin(members, eq(members.userId, users.id))
    .where(
      and(
        eq(accountLinks.tokenHash, tokenHash),
        eq(accountLinks.kind, kind),
        isOpen,
        eq(users.demo, false),
        kind === 'password' ? eq(users.email, accountLinks.email) : undefined,
      ),
    );
  return ownerOf(row);
}

/** Takes an open link, once. @returns where it was mailed to */
export async function takeLink(
  tx: Transaction,
  tokenHash: string,
  kind: LinkKind,
): Promise<{ userId: string; email: string } | undefined> {
  const [taken] = await tx
    .delete(accountLinks)
    .where(and(eq(accountLinks.tokenHash, tokenHash), eq(accountLinks.kind, kind), isOpen))
    .returning({ userId: accountLinks.userId, email: accountLinks.email });
  return taken;
}

/** Of one kind, or all of a person's. */
export async function deleteLinks(tx: Transaction, userId: string, kind?: LinkKind): Promise<void> {
  await tx
    .delete(accountLinks)
    .where(and(eq(accountLinks.userId, userId), kind && eq(accountLinks.kind, kind)));
}

/** Forgets links that are past their time. */
export async function deleteOldLinks(db: Queryable): Promise<void> {
  await db.delete(accountLinks).where(sql`${accountLinks.expiresAt} < now()`);
}
