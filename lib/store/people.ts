import 'server-only';
/** People, their teams and what they may do there: as the database has them now, not as a session said a moment ago. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { kept } from '@/db/kept';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import type { Role } from '@/mcp/scopes';
import { vouched } from './sign-on/accounts';

const { halts, members, sessions, signOnAccounts, signOnSessions, teams, users } = schema;

/** The columns of `users`, `teams` and `members` that make up a caller. */
const CALLER = {
  userId: users.id,
  userName: users.name,
  teamId: teams.id,
  teamName: teams.name,
  role: members.role,
};

/** The person with team and role; nothing if they are gone or in no team. */
export async function findCaller(db: Queryable, userId: string): Promise<Caller | undefined> {
  const [row] = await callers(db, { userId });
  return row;
}

const callers = kept(['userId'], (db, { userId }) =>
  db
    .select(CALLER)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(teams, eq(teams.id, members.teamId))
    .where(and(eq(members.userId, userId), vouched(members.userId))),
);

/** Which of these addresses belong to people who are in a team: the others are signed in to nothing. */
export async function findMemberMails(db: Queryable, mails: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(inArray(users.email, [...mails]));
  return new Set(rows.map(({ email }) => email));
}

/** Whether an admin has stopped everything for this member. */
export const isStopped = sql<boolean>`exists (select 1 from ${halts} where ${halts.teamId} = ${members.teamId}
  and ${halts.userId} = ${members.userId} and ${halts.liftedAt} is null)`;

/** The same, plus whether an admin has stopped everything for them: read in the transaction of their decision. */
export async function findDecider(
  db: Queryable,
  userId: string,
): Promise<(Caller & { isStopped: boolean }) | undefined> {
  const [row] = await deciders(db, { userId });
  return row;
}

const deciders = kept(['userId'], (db, { userId }) =>
  db
    .select({ ...CALLER, isStopped })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(teams, eq(teams.id, members.teamId))
    .where(and(eq(members.userId, userId), vouched(members.userId))),
);

export interface CallerOfSession extends Caller {
  isDemo: boolean;
  lacksFactor: boolean;
  email: string;
  /** It was begun with Amber's own sign-in. */
  isOwn: boolean;
  /** The provider on whose word it depends, also because the person has no other way to sign in; null: none. */
  signOn: { id: string; isDue: boolean; isVouched: boolean } | null;
}

/** Their team requires a second factor, and they have none. Demo accounts are exempt, since everybody uses them. */
export const lacksFactor = sql<boolean>`(not ${users.demo} and not ${users.twoFactorEnabled} and (${teams.secondFactorOf} = 'everybody'
  or ${teams.secondFactorOf} = 'admins' and ${members.role} = 'admin'))`;

/** One query, so that a request costs little; the database's clock judges whether the session is still valid. */
export async function findCallerOfSession(
  db: Queryable,
  token: string,
): Promise<CallerOfSession | undefined> {
  const [row] = await callersOfSession(db, { token });
  return row;
}

/**
 * A personal passkey does not outlive the provider: for a person without another way to sign in, the provider is asked
 * there as well.
 */
const vouchedBy = sql`coalesce(${signOnSessions.accountId}, (select "so"."id" from "sign_on_accounts" as "so"
  where "so"."user_id" = ${users.id} and "so"."binding" order by "so"."ended_at" nulls last, "so"."vouched_until" limit 1))`;

const callersOfSession = kept(['token'], (db, { token }) =>
  db
    .select({
      ...CALLER,
      isDemo: users.demo,
      lacksFactor,
      email: users.email,
      isOwn: sql<boolean>`${signOnSessions.sessionId} is null`,
      signOn: {
        id: signOnAccounts.id,
        isDue: sql<boolean>`${signOnAccounts.endedAt} is null and ${signOnAccounts.dueAt} <= now()`,
        isVouched: sql<boolean>`${signOnAccounts.endedAt} is null and ${signOnAccounts.vouchedUntil} > now()`,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(members, eq(members.userId, users.id))
    .innerJoin(teams, eq(teams.id, members.teamId))
    .leftJoin(signOnSessions, eq(signOnSessions.sessionId, sessions.id))
    .leftJoin(signOnAccounts, eq(signOnAccounts.id, vouchedBy))
    .where(and(eq(sessions.token, token), sql`${sessions.expiresAt} > now()`)),
);

/**
 * Whether a session of this person is still valid, by the database's clock.
 * @param hash SHA-256 (hex) of its token
 */
export async function hasSession(db: Queryable, userId: string, hash: string): Promise<boolean> {
  return (await sessionsOf(db, { userId, hash })).length > 0;
}

const sessionsOf = kept(['userId', 'hash'], (db, { userId, hash }) => {
  const isIt = sql`encode(sha256(convert_to(${sessions.token}, 'UTF8')), 'hex') = ${hash}`;
  return db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), sql`${sessions.expiresAt} > now()`, isIt));
});

/** The role in this team; nothing for somebody who is not in it. */
export async function findRole(
  db: Queryable,
  { userId, teamId }: Pick<Caller, 'userId' | 'teamId'>,
): Promise<Role | undefined> {
  const [row] = await db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.userId, userId), eq(members.teamId, teamId), vouched(members.userId)));
  return row?.role;
}

/** Names the person on whose behalf this transaction acts, for the receipts that the database writes. */
export async function namePerson(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select set_config('amber.person', ${userId}, true)`);
}

/** Names the way in which this transaction changes an account, for the same purpose. */
export async function nameWay(tx: Transaction, way: 'reset' | 'admin'): Promise<void> {
  await tx.execute(sql`select set_config('amber.way', ${way}, true)`);
}

/** Who is in the team, by name. */
export function listMembers(db: Queryable, teamId: string): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: users.id, name: users.name })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.teamId, teamId))
    .orderBy(users.name);
}

/** The team's admins, except this person, by name. */
export function listAdminsBut(
  db: Queryable,
  teamId: string,
  userId: string,
): Promise<{ id: string; email: string; name: string }[]> {
  return db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.teamId, teamId), eq(members.role, 'admin'), ne(members.userId, userId)))
    .orderBy(users.name);
}

/** Names by id. */
export async function findNames(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Makes a team, with nobody in it. */
export async function insertTeam(tx: Transaction, team: { id: string; name: string }): Promise<void> {
  await tx.insert(teams).values(team);
}

/** @throws a unique violation if the person is already in a team */
export async function insertMember(tx: Transaction, member: typeof members.$inferInsert): Promise<void> {
  await tx.insert(members).values(member);
}
