import 'server-only';
/** A team as its admins see it: its members and its invitations. */
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Role } from '@/mcp/scopes';

const {
  accounts,
  approvals,
  chats,
  invitations,
  members,
  passkeys,
  runs,
  sessions,
  signOnAccounts,
  teams,
  tokens,
  twoFactors,
  users,
} = schema;

export type SecondFactorOf = (typeof teams.$inferSelect)['secondFactorOf'];

export interface MemberRow {
  id: string;
  name: string;
  email: string;
  role: Role;
  joinedAt: Date;
  lastSeenAt: Date | string | null;
  /** Sign-in providers of better-auth, and the person's other ways to sign in. */
  providers: string[];
  heldRole: Role | null;
  waiting: number;
}

/** By name. */
export function listTeam(db: Queryable, teamId: string): Promise<MemberRow[]> {
  return db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: members.role,
      joinedAt: members.createdAt,
      lastSeenAt: sql<Date | string | null>`(select max("s"."updated_at") from ${sessions} as "s"
        where "s"."user_id" = ${members.userId})`,
      providers: sql<string[]>`to_jsonb(array(select distinct "a"."provider_id" from ${accounts} as "a"
        where "a"."user_id" = ${members.userId} order by 1)
        || array(select 'two-factor app' from ${twoFactors} as "f" where "f"."user_id" = ${members.userId} and "f"."verified")
        || array(select 'single sign-on' from ${signOnAccounts} as "o" where "o"."user_id" = ${members.userId})
        || array(select 'passkey' from ${passkeys} as "k" where "k"."user_id" = ${members.userId} limit 1))`,
      heldRole: sql<Role | null>`(select "h"."held_role" from ${signOnAccounts} as "h" where "h"."user_id" = ${members.userId})`,
      waiting: sql<number>`(select count(*)::int from ${approvals} as "w" join ${chats} as "c" on "c"."id" = "w"."chat_id"
        where "c"."user_id" = ${members.userId} and "w"."status" = 'pending')`,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.teamId, teamId))
    .orderBy(asc(users.name), asc(users.id));
}

export interface InvitationRow {
  id: string;
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
  isOver: boolean;
}

/** Open invitations, newest first. */
export function listInvitations(db: Queryable, teamId: string): Promise<InvitationRow[]> {
  return db
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      invitedBy: users.name,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
      isOver: sql<boolean>`${invitations.expiresAt} <= now()`,
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.teamId, teamId), isNull(invitations.acceptedAt)))
    .orderBy(desc(invitations.createdAt), desc(invitations.id));
}

/** @returns whether there was an open one */
export async function deleteInvitation(tx: Transaction, teamId: string, id: string): Promise<boolean> {
  const gone = await tx
    .delete(invitations)
    .where(and(eq(invitations.teamId, teamId), eq(invitations.id, id), isNull(invitations.acceptedAt)))
    .returning({ id: invitations.id });
  return gone.length > 0;
}

/** Records that the person has Amber open in this session. */
export async function touchSession(db: Queryable, token: string): Promise<void> {
  await db.update(sessions).set({ updatedAt: sql`now()` }).where(eq(sessions.token, token));
}

/** What somebody who has left the team, or no longer works in it, has left behind. */
export interface Leftovers {
  userId: string;
  teamId: string;
  /** Chats in which something is running or waiting. */
  chats: string[];
  /** Ids of tokens that nobody revoked. */
  tokens: string[];
}

/**
 * Of everybody with something open who has left their team, became an auditor, or is gone at the provider on which
 * their access depends.
 */
export async function listLeftovers(db: Queryable): Promise<Leftovers[]> {
  const gone = (
    userId: typeof chats.userId | typeof tokens.userId,
    teamId: typeof chats.teamId | typeof tokens.teamId,
  ) =>
    sql`not exists (select from ${members} as "m" where "m"."user_id" = ${userId} and "m"."team_id" = ${teamId}
      and "m"."role" <> 'auditor' and not exists (select from ${signOnAccounts} as "so"
        where "so"."user_id" = "m"."user_id" and "so"."binding" and "so"."ended_at" is not null))`;
  const open = await db
    .selectDistinct({ userId: chats.userId, teamId: chats.teamId, chat: chats.id })
    .from(runs)
    .innerJoin(chats, eq(chats.id, runs.chatId))
    .where(
      and(
        sql`${runs.status} in ('running', 'waiting')`,
        isNull(runs.tokenId),
        gone(chats.userId, chats.teamId),
      ),
    );
  const held = await db
    .select({ userId: tokens.userId, teamId: tokens.teamId, token: tokens.id })
    .from(tokens)
    .where(and(isNull(tokens.revokedAt), gone(tokens.userId, tokens.teamId)));
  const all = new Map<string, Leftovers>();
  for (const { userId, teamId, ...what } of [...open, ...held]) {
    const of = all.get(userId + teamId) ?? { userId, teamId, chats: [], tokens: [] };
    if ('chat' in what) of.chats.push(what.chat);
    else of.tokens.push(what.token);
    all.set(userId + teamId, of);
  }
  return [...all.values()];
}

/** Whom the team requires to have a second factor. */
export async function findSecondFactorOf(db: Queryable, teamId: string): Promise<SecondFactorOf> {
  const [team] = await db.select({ of: teams.secondFactorOf }).from(teams).where(eq(teams.id, teamId));
  return team?.of ?? 'nobody';
}

export async function setSecondFactorOf(tx: Transaction, teamId: string, of: SecondFactorOf): Promise<void> {
  await tx.update(teams).set({ secondFactorOf: of }).where(eq(teams.id, teamId));
}
