import 'server-only';
/** Accounts, their sign-in passwords, and invitations. Times are judged by the database's clock. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Role } from '@/mcp/scopes';

const { accounts, invitations, members, teams, users } = schema;

/** An arbitrary number that no other lock of ours uses. */
const FIRST_ACCOUNT_LOCK = 7_236_003;

/** Serialises creating a first account: others wait here until this transaction ends. */
export async function lockFirstAccount(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ACCOUNT_LOCK})`);
}

/** Whether any account other than demo accounts exists. */
export async function hasRealAccount(db: Queryable): Promise<boolean> {
  const real = await db.select({ id: users.id }).from(users).where(eq(users.demo, false)).limit(1);
  return real.length > 0;
}

/** @throws a unique violation if the address already has an account */
export async function insertUser(db: Queryable, user: typeof users.$inferInsert): Promise<void> {
  await db.insert(users).values(user);
}

export async function insertAccount(db: Queryable, account: typeof accounts.$inferInsert): Promise<void> {
  await db.insert(accounts).values(account);
}

export async function markEmailVerified(tx: Transaction, userId: string): Promise<void> {
  await tx.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
}

/** What decides whether somebody with the right password may sign in. */
export async function findSignIn(
  db: Queryable,
  userId: string,
): Promise<{ demo: boolean; teamId: string | null } | undefined> {
  const [user] = await db
    .select({ demo: users.demo, teamId: members.teamId })
    .from(users)
    .leftJoin(members, eq(members.userId, users.id))
    .where(eq(users.id, userId));
  return user;
}

export async function findEmail(db: Queryable, userId: string): Promise<string | undefined> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email;
}

/** The hash of this person's password. */
export async function findPassword(db: Queryable, userId: string): Promise<string | null | undefined> {
  const [account] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
  return account?.hash;
}

/** Whether this is still the hash of the person's password. Waits for a concurrent change. */
export async function holdsPassword(db: Queryable, userId: string, hash: string): Promise<boolean> {
  const rows = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
    .for('share');
  return rows.some((row) => row.hash === hash);
}

/** The person who signs in with this address (lower case), with their password hash. */
export async function findPasswordByEmail(
  db: Queryable,
  email: string,
): Promise<{ userId: string; hash: string | null } | undefined> {
  const [account] = await db
    .select({ userId: users.id, hash: accounts.password })
    .from(users)
    .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
    .where(eq(users.email, email));
  return account;
}

/** For a token: unused and not expired, and created by somebody who is still an admin of the team. */
const isOpen = (tokenHash: string) =>
  and(
    eq(invitations.tokenHash, tokenHash),
    isNull(invitations.acceptedAt),
    gt(invitations.expiresAt, sql`now()`),
    sql`exists (select from ${members} as "by" where "by"."team_id" = ${invitations.teamId}
      and "by"."user_id" = ${invitations.invitedBy} and "by"."role" = 'admin')`,
  );

/**
 * An open invitation, and whose account its address has by now.
 * @param tokenHash SHA-256 (hex) of its token
 */
export async function findOpenInvitation(
  db: Queryable,
  tokenHash: string,
): Promise<{ email: string; teamName: string; role: Role; userId: string | null } | undefined> {
  const [row] = await db
    .select({
      email: invitations.email,
      teamName: teams.name,
      role: invitations.role,
      userId: users.id,
    })
    .from(invitations)
    .innerJoin(teams, eq(teams.id, invitations.teamId))
    .leftJoin(users, eq(users.email, invitations.email))
    .where(isOpen(tokenHash));
  return row;
}

/** Uses up an open invitation. */
export async function markInvitationAccepted(
  tx: Transaction,
  tokenHash: string,
): Promise<{ teamId: string; role: Role } | undefined> {
  const [used] = await tx
    .update(invitations)
    .set({ acceptedAt: sql`now()` })
    .where(isOpen(tokenHash))
    .returning({ teamId: invitations.teamId, role: invitations.role });
  return used;
}
