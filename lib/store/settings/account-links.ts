import 'server-only';
/** Links mailed to people for setting a password or confirming an address. Expiry is judged by the database's clock. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { accountLinks, accounts, invitations, members, users } = schema;

export type LinkKind = (typeof accountLinks.$inferSelect)['kind'];

/** People who sign in with a password of their own. Not demo accounts, whose passwords everybody knows. */
export interface Owner {
  userId: string;
  /** The team in whose name the mail is sent: theirs, or one they are invited to. */
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

/** Nobody if there is no team, since mail belongs to one. */
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

/** Locks the account of this person until this transaction ends. */
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

/** The parts of an account that a person may change. */
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

/** @throws a unique violation if somebody else has this address by now */
export async function setEmail(tx: Transaction, userId: string, email: string): Promise<void> {
  const updatedAt = sql`now()`;
  await tx.update(users).set({ email, emailVerified: true, updatedAt }).where(eq(users.id, userId));
}

export async function setName(tx: Transaction, userId: string, name: string): Promise<void> {
  await tx.update(users).set({ name, updatedAt: sql`now()` }).where(eq(users.id, userId));
}

const isOpen = gt(accountLinks.expiresAt, sql`now()`);

/** How many valid links a person has. */
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
 * The owner of this open link. A link for a password counts only while the address it was sent to is theirs.
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

/**
 * Uses up an open link.
 * @returns where it was mailed to
 */
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

/** Deletes expired links. */
export async function deleteOldLinks(db: Queryable): Promise<void> {
  await db.delete(accountLinks).where(sql`${accountLinks.expiresAt} < now()`);
}
