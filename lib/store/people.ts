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

/** What of `users`, `teams` and `members` makes a caller. */
const CALLER = {
  userId: users.id,
  userName: users.name,
  teamId: teams.id,
  teamName: teams.name,
  role: members.role,
};

/** The person with team and role; nothing when gone or in no team. */
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

/** Whether an admin has stopped everything for this member. */
export const isStopped = sql<boolean>`exists (select 1 from ${halts} where ${halts.teamId} = ${members.teamId}
  and ${halts.userId} = ${members.userId} and ${halts.liftedAt} is null)`;

/** The same, with whether an admin has stopped everything for them: who decides something is looked at in its transaction. */
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
  /** It was begun with Amber's own means. */
  isOwn: boolean;
  /** By which provider's word it holds, be it that the person has no way in but by that; null: by nobody's. */
  signOn: { id: string; isDue: boolean; isVouched: boolean } | null;
}

/** Their team asks them for a second factor, and they have none. Demo accounts have none: everybody uses them. */
export const lacksFactor = sql<boolean>`(not ${users.demo} and not ${users.twoFactorEnabled} and (${teams.secondFactorOf} = 'everybody'
  or ${teams.secondFactorOf} = 'admins' and ${members.role} = 'admin'))`;

/** One query, so that a request costs little; the database's clock decides whether the session still holds. */
export async function findCallerOfSession(
  db: Queryable,
  token: string,
): Promise<CallerOfSession | undefined> {
  const [row] = await callersOfSession(db, { token });
  return row;
}

/** A passkey of one's own outlives no provider: whoever has no other way in than by that is asked about there as well. */
const vouchedBy = sql`coalesce(${signOnSessions.accountId}, (select "so"."id" from "sign_on_accounts" as "so"
  where "so"."user_id" = ${users.id} and "so"."binding" order by "so"."ended_at" nulls last, "so"."vouched_until" limit 1))`;

const callersOfSession = kept(['token'], (db, { token }) =>
  db
    .select({
      ...{ ...CALLER, isDemo: users.demo, lacksFactor, email: users.email },
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
 * Whether a session of this person still holds, by the database's clock.
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

/** The role in this team; nothing for who is not in it. */
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

/** Names who does what this transaction does, for the receipts that the database writes of it. */
export async function namePerson(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select set_config('amber.person', ${userId}, true)`);
}

/** Names the way by which this transaction changes an account, for the same. */
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

/** The team's admins, this person left out, by name. */
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

/** @throws a unique violation for a person who is in a team already */
export async function insertMember(tx: Transaction, member: typeof members.$inferInsert): Promise<void> {
  await tx.insert(members).values(member);
}
