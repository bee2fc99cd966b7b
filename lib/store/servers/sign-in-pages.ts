/**
 * What pages show of sign-ins: who is signed in where, how people sign in, the result of an attempt, and which answers
 * lack a sign-in.
 */
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';

const { chats, members, runs, serverSignIns, serverSignInWays, signInAttempts, signInWaits, users } = schema;

/** The newest sign-in at a server, of the person or of the team. */
export interface NewestSignIn {
  server: string;
  identity: string;
  personId: string | null;
  state: 'active' | 'out' | 'over';
  issuer: string;
  account: string | null;
  scopes: string;
  wanted: string | null;
  /** Who made it, if they are still there. */
  by: string | null;
  createdAt: Date;
  refreshedAt: Date;
}

/** For each server, the newest one of the person and the newest one of the team. */
export async function listNewestSignIns(
  db: Queryable,
  { teamId, userId }: Pick<Caller, 'teamId' | 'userId'>,
): Promise<NewestSignIn[]> {
  return db
    .selectDistinctOn([serverSignIns.server, serverSignIns.personId], {
      server: serverSignIns.server,
      identity: serverSignIns.identity,
      personId: serverSignIns.personId,
      state: serverSignIns.state,
      issuer: serverSignIns.issuer,
      account: serverSignIns.account,
      scopes: serverSignIns.scopes,
      wanted: serverSignIns.wanted,
      by: users.name,
      createdAt: serverSignIns.createdAt,
      refreshedAt: serverSignIns.refreshedAt,
    })
    .from(serverSignIns)
    .leftJoin(users, eq(users.id, serverSignIns.byId))
    .where(
      and(
        eq(serverSignIns.teamId, teamId),
        or(isNull(serverSignIns.personId), eq(serverSignIns.personId, userId)),
      ),
    )
    .orderBy(serverSignIns.server, serverSignIns.personId, desc(serverSignIns.createdAt));
}

/** How many people of the team are signed in for themselves, by server. */
export async function countSignedIn(db: Queryable, teamId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ server: serverSignIns.server, count: sql<number>`count(*)::int` })
    .from(serverSignIns)
    .innerJoin(members, and(eq(members.userId, serverSignIns.personId), eq(members.teamId, teamId)))
    .where(and(eq(serverSignIns.teamId, teamId), eq(serverSignIns.state, 'active')))
    .groupBy(serverSignIns.server);
  return new Map(rows.map(({ server, count }) => [server, count]));
}

export async function upsertSignInWay(
  tx: Transaction,
  way: typeof serverSignInWays.$inferInsert,
): Promise<void> {
  const { identity, forTeam, namesResource, setBy } = way;
  await tx
    .insert(serverSignInWays)
    .values(way)
    .onConflictDoUpdate({
      target: [serverSignInWays.teamId, serverSignInWays.server],
      set: { identity, forTeam, namesResource, setBy, setAt: sql`now()` },
    });
}

/**
 * Records why an attempt failed.
 * @param failure in our own words
 */
export async function markAttemptFailed(db: Queryable, stateHash: string, failure: string): Promise<void> {
  await db.update(signInAttempts).set({ failure }).where(eq(signInAttempts.stateHash, stateHash));
}

/** The result of an attempt, for the person who made it. */
export async function findFailedAttempt(
  db: Queryable,
  { teamId, userId }: Pick<Caller, 'teamId' | 'userId'>,
  stateHash: string,
) {
  const [row] = await db
    .select({ server: signInAttempts.server, chatId: signInAttempts.chatId, failure: signInAttempts.failure })
    .from(signInAttempts)
    .where(
      and(
        eq(signInAttempts.stateHash, stateHash),
        eq(signInAttempts.teamId, teamId),
        eq(signInAttempts.userId, userId),
      ),
    );
  return row;
}

/** Records that an answer lacks a sign-in at these servers. */
export async function insertSignInWaits(
  db: Queryable,
  run: { id: string; teamId: string; chatId: string },
  servers: readonly string[],
): Promise<void> {
  const { id: runId, teamId, chatId } = run;
  const rows = servers.map((server) => ({ runId, teamId, chatId, server }));
  await db.insert(signInWaits).values(rows).onConflictDoNothing();
}

/** A chat whose newest answer lacks a sign-in. */
export interface WaitingChat {
  chatId: string;
  title: string;
  server: string;
  /** Whose chat it is. */
  ownerId: string;
  owner: string;
  since: Date;
}

const MOST_WAITING = 100;

/** Of the last 30 days, newest first; those asked again since no longer wait. */
export async function listSignInWaits(db: Queryable, teamId: string): Promise<WaitingChat[]> {
  const isNewest = sql`not exists (select from ${runs} as later
    where later.chat_id in (${chats.id}, ${chats.rootId}) and later.created_at > ${runs.createdAt})`;
  return db
    .select({
      chatId: sql<string>`coalesce(${chats.rootId}, ${chats.id})`,
      title: chats.title,
      server: signInWaits.server,
      ownerId: users.id,
      owner: users.name,
      since: signInWaits.since,
    })
    .from(signInWaits)
    .innerJoin(runs, eq(runs.id, signInWaits.runId))
    .innerJoin(chats, eq(chats.id, signInWaits.chatId))
    .innerJoin(users, eq(users.id, chats.userId))
    .where(
      and(
        eq(signInWaits.teamId, teamId),
        sql`${signInWaits.since} > now() - interval '30 days'`,
        isNull(chats.deletedAt),
        isNull(chats.tokenId),
        isNewest,
      ),
    )
    .orderBy(desc(signInWaits.since))
    .limit(MOST_WAITING);
}
