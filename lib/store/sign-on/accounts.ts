import 'server-only';
/** People's accounts at single sign-on providers, and whether those still vouch for them. The database's clock judges. */
import { and, asc, eq, isNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Role } from '@/mcp/scopes';

const { accounts, invitations, members, sessions, signOnAccounts, signOnSessions, teams, users } = schema;

export type SignOnAccountRow = typeof signOnAccounts.$inferSelect;

/**
 * Condition: nobody's access to this person's team depends on a provider that has said they are gone, or has not been
 * heard of for too long.
 */
export const vouched = (userId: PgColumn): SQL<boolean> =>
  sql<boolean>`not exists (select from "sign_on_accounts" as "so" where "so"."user_id" = ${userId} and "so"."binding"
    and ("so"."ended_at" is not null or "so"."vouched_until" <= now()))`;

/** The team with this id, or else with this name. Nothing if there is none, or the name is ambiguous. */
export async function findTeamNamed(db: Queryable, named: string): Promise<string | undefined> {
  const rows = await db
    .select({ id: teams.id })
    .from(teams)
    .where(or(eq(teams.id, named), eq(teams.name, named)))
    .limit(2);
  const exact = rows.find(({ id }) => id === named);
  return exact?.id ?? (rows.length === 1 ? rows[0]?.id : undefined);
}

export async function findSignOnAccount(
  db: Queryable,
  issuer: string,
  subject: string,
): Promise<{ id: string; userId: string } | undefined> {
  const [row] = await db
    .select({ id: signOnAccounts.id, userId: signOnAccounts.userId })
    .from(signOnAccounts)
    .where(and(eq(signOnAccounts.issuer, issuer), eq(signOnAccounts.subject, subject)));
  return row;
}

export interface PersonFound {
  userId: string;
  email: string;
  emailVerified: boolean;
  demo: boolean;
  teamId: string | null;
  role: Role | null;
  hasPassword: boolean;
  /** They are already linked to a provider. */
  isLinked: boolean;
}

const PERSON = {
  userId: users.id,
  email: users.email,
  emailVerified: users.emailVerified,
  demo: users.demo,
  teamId: members.teamId,
  role: members.role,
  hasPassword: sql<boolean>`exists (select from ${accounts} as "a" where "a"."user_id" = ${users.id}
    and "a"."provider_id" = 'credential' and "a"."password" is not null)`,
  isLinked: sql<boolean>`exists (select from ${signOnAccounts} as "s" where "s"."user_id" = ${users.id})`,
};

/** Locks their account, so that nobody else changes it meanwhile. */
export async function lockPerson(
  tx: Transaction,
  by: { userId: string } | { email: string },
): Promise<PersonFound | undefined> {
  const is = 'userId' in by ? eq(users.id, by.userId) : eq(users.email, by.email);
  const [locked] = await tx.select({ id: users.id }).from(users).where(is).for('no key update');
  if (!locked) return undefined;
  const [row] = await tx
    .select(PERSON)
    .from(users)
    .leftJoin(members, eq(members.userId, users.id))
    .where(eq(users.id, locked.id));
  return row;
}

/** Uses up an open invitation to this address into this team, made by somebody who is still an admin. */
export async function takeInvitationTo(
  tx: Transaction,
  teamId: string,
  email: string,
): Promise<Role | undefined> {
  const [used] = await tx
    .update(invitations)
    .set({ acceptedAt: sql`now()` })
    .where(
      and(
        eq(invitations.teamId, teamId),
        eq(invitations.email, email),
        isNull(invitations.acceptedAt),
        sql`${invitations.expiresAt} > now()`,
        sql`exists (select from ${members} as "by" where "by"."team_id" = ${invitations.teamId}
          and "by"."user_id" = ${invitations.invitedBy} and "by"."role" = 'admin')`,
      ),
    )
    .returning({ role: invitations.role });
  return used?.role;
}

export interface Vouching {
  /** In seconds from now. */
  dueIn: number;
  holdsFor: number;
}

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds}::float8)`;

export type NewSignOn = Pick<
  SignOnAccountRow,
  'id' | 'issuer' | 'subject' | 'provider' | 'userId' | 'binding' | 'sealed' | 'heldRole'
>;

/** For a sign-in that has just succeeded; replaces what was known from the previous one. */
export async function upsertSignOn(
  tx: Transaction,
  row: NewSignOn,
  { dueIn, holdsFor }: Vouching,
): Promise<void> {
  const { provider, binding, sealed, heldRole } = row;
  const times = { dueAt: inSeconds(dueIn), vouchedUntil: inSeconds(holdsFor) };
  const fresh = { provider, binding, sealed, heldRole, ...times };
  await tx
    .insert(signOnAccounts)
    .values({ ...row, ...times })
    .onConflictDoUpdate({
      target: [signOnAccounts.issuer, signOnAccounts.subject],
      set: {
        ...fresh,
        version: sql`${signOnAccounts.version} + 1`,
        checkingUntil: null,
        endedAt: null,
        signedInAt: sql`now()`,
      },
    });
}

/** A session that the provider vouches for. */
export async function insertSignOnSession(
  tx: Transaction,
  session: Pick<typeof sessions.$inferInsert, 'id' | 'token' | 'userId' | 'ipAddress' | 'userAgent'>,
  { accountId, seconds }: { accountId: string; seconds: number },
): Promise<Date> {
  const [made] = await tx
    .insert(sessions)
    .values({ ...session, expiresAt: inSeconds(seconds) } as unknown as typeof sessions.$inferInsert)
    .returning({ expiresAt: sessions.expiresAt });
  await tx.insert(signOnSessions).values({ sessionId: session.id, accountId });
  if (!made) throw new Error('The session was not written.');
  return made.expiresAt;
}

/** A check that is due, reserved for this process for a time. Nothing if none is due, it is over, or another has it. */
export async function takeCheck(
  db: Queryable,
  id: string,
  seconds: number,
): Promise<SignOnAccountRow | undefined> {
  const [row] = await db
    .update(signOnAccounts)
    .set({ checkingUntil: inSeconds(seconds) })
    .where(
      and(
        eq(signOnAccounts.id, id),
        isNull(signOnAccounts.endedAt),
        sql`${signOnAccounts.dueAt} <= now()`,
        or(isNull(signOnAccounts.checkingUntil), sql`${signOnAccounts.checkingUntil} <= now()`),
      ),
    )
    .returning();
  return row;
}

/** The provider could not be asked: retried a little later, without making the last answer valid for longer. */
export async function leaveCheck(
  db: Queryable,
  { id, version }: Pick<SignOnAccountRow, 'id' | 'version'>,
  seconds: number,
): Promise<void> {
  await db
    .update(signOnAccounts)
    .set({ checkingUntil: null, dueAt: inSeconds(seconds) })
    .where(and(eq(signOnAccounts.id, id), eq(signOnAccounts.version, version)));
}

/** @returns whether it still had this version */
export async function saveCheck(
  tx: Queryable,
  { id, version }: Pick<SignOnAccountRow, 'id' | 'version'>,
  next: { sealed: string; heldRole: SignOnAccountRow['heldRole'] },
  { dueIn, holdsFor }: Vouching,
): Promise<boolean> {
  const rows = await tx
    .update(signOnAccounts)
    .set({
      ...next,
      version: version + 1,
      checkingUntil: null,
      dueAt: inSeconds(dueIn),
      vouchedUntil: inSeconds(holdsFor),
    })
    .where(
      and(eq(signOnAccounts.id, id), eq(signOnAccounts.version, version), isNull(signOnAccounts.endedAt)),
    )
    .returning({ id: signOnAccounts.id });
  return rows.length > 0;
}

/** The provider has said that they are gone, unless they have signed in again since. @returns whether that is so */
export async function endSignOn(
  tx: Transaction,
  { id, version }: Pick<SignOnAccountRow, 'id' | 'version'>,
): Promise<boolean> {
  const ended = await tx
    .update(signOnAccounts)
    .set({ endedAt: sql`now()`, sealed: '', checkingUntil: null })
    .where(
      and(eq(signOnAccounts.id, id), eq(signOnAccounts.version, version), isNull(signOnAccounts.endedAt)),
    )
    .returning({ userId: signOnAccounts.userId, binding: signOnAccounts.binding });
  const [one] = ended;
  if (!one) return false;
  const ofProvider = sql`${sessions.id} in (select "s"."session_id" from ${signOnSessions} as "s" where "s"."account_id" = ${id})`;
  await tx.delete(sessions).where(one.binding ? eq(sessions.userId, one.userId) : ofProvider);
  return true;
}

/**
 * Checks that are due for people who have something open that continues without them, longest due first: a token, an
 * answer, or a confirmation that must still count when its call's turn comes.
 */
export async function listDue(db: Queryable, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: signOnAccounts.id })
    .from(signOnAccounts)
    .where(
      and(
        isNull(signOnAccounts.endedAt),
        sql`${signOnAccounts.dueAt} <= now()`,
        or(isNull(signOnAccounts.checkingUntil), lt(signOnAccounts.checkingUntil, sql`now()`)),
        sql`(exists (select from "tokens" as "t" where "t"."user_id" = ${signOnAccounts.userId} and "t"."revoked_at" is null
            and "t"."expires_at" > now())
          or exists (select from "runs" as "r" join "chats" as "c" on "c"."id" = "r"."chat_id"
            where "c"."user_id" = ${signOnAccounts.userId} and "r"."status" in ('running', 'waiting'))
          or ${signOnAccounts.userId} in (select "k"."user_id" from "runs" as "r" join "approvals" as "a" on "a"."run_id" = "r"."id"
            and "a"."status" in ('pending', 'confirmed') and "a"."claimed_at" is null
            join "confirmations" as "k" on "k"."approval_id" = "a"."id" where "r"."status" in ('running', 'waiting')))`,
      ),
    )
    .orderBy(asc(signOnAccounts.dueAt))
    .limit(most);
  return rows.map(({ id }) => id);
}

/** What the end of a session has to tell the provider. */
export async function findSignOnOfSession(
  db: Queryable,
  token: string,
): Promise<SignOnAccountRow | undefined> {
  const [row] = await db
    .select({ account: signOnAccounts })
    .from(sessions)
    .innerJoin(signOnSessions, eq(signOnSessions.sessionId, sessions.id))
    .innerJoin(signOnAccounts, eq(signOnAccounts.id, signOnSessions.accountId))
    .where(eq(sessions.token, token));
  return row?.account;
}

/** For providers that are no longer in the settings: people with a password can sign in with it again. */
export async function releaseUnknown(tx: Transaction, providers: readonly string[]): Promise<void> {
  const isUnknown = providers.length === 0 ? sql`true` : notInArray(signOnAccounts.provider, [...providers]);
  const hasPassword = sql`exists (select from ${accounts} as "a" where "a"."user_id" = ${signOnAccounts.userId}
    and "a"."provider_id" = 'credential' and "a"."password" is not null)`;
  await tx
    .update(signOnAccounts)
    .set({ binding: false })
    .where(and(isUnknown, hasPassword, eq(signOnAccounts.binding, true)));
}

/** Whether the provider's last answer is still valid, and whether somebody is asking it at this moment. */
export async function findVouching(
  db: Queryable,
  id: string,
): Promise<{ isVouched: boolean; isAsked: boolean } | undefined> {
  const [row] = await db
    .select({
      isVouched: sql<boolean>`${signOnAccounts.endedAt} is null and ${signOnAccounts.vouchedUntil} > now()`,
      isAsked: sql<boolean>`coalesce(${signOnAccounts.checkingUntil} > now(), false)`,
    })
    .from(signOnAccounts)
    .where(eq(signOnAccounts.id, id));
  return row;
}
