/** Sign-ins at other people's servers: valid ones, attempts, and Amber's client registrations there. */
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { serverClients, serverSignIns, signInAttempts } = schema;

export type SignInRow = typeof serverSignIns.$inferSelect;
export type AttemptRow = typeof signInAttempts.$inferSelect;
type NewSignIn = typeof serverSignIns.$inferInsert;

const personIs = (personId: string | null) =>
  personId === null ? isNull(serverSignIns.personId) : eq(serverSignIns.personId, personId);

export async function findServerClient(db: Queryable, teamId: string, issuer: string, redirectUri: string) {
  const [row] = await db
    .select()
    .from(serverClients)
    .where(
      and(
        eq(serverClients.teamId, teamId),
        eq(serverClients.issuer, issuer),
        eq(serverClients.redirectUri, redirectUri),
      ),
    );
  return row;
}

/** Inserts or replaces the client. */
export async function upsertServerClient(
  db: Queryable,
  client: typeof serverClients.$inferInsert,
): Promise<void> {
  const { clientId, sealed, source } = client;
  await db
    .insert(serverClients)
    .values(client)
    .onConflictDoUpdate({
      target: [serverClients.teamId, serverClients.issuer, serverClients.redirectUri],
      set: { clientId, sealed, source, createdAt: sql`now()` },
    });
}

/** Stores an attempt, and deletes those older than a day. */
export async function insertAttempt(
  db: Queryable,
  attempt: typeof signInAttempts.$inferInsert,
): Promise<void> {
  await db.delete(signInAttempts).where(lt(signInAttempts.createdAt, sql`now() - interval '1 day'`));
  await db.insert(signInAttempts).values(attempt);
}

/** Uses up an attempt: once, by this person in this session, within ten minutes. Nothing if it may not be used. */
export async function takeAttempt(
  db: Queryable,
  by: { stateHash: string; userId: string; teamId: string; sessionHash: string },
): Promise<AttemptRow | undefined> {
  const [row] = await db
    .update(signInAttempts)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(signInAttempts.stateHash, by.stateHash),
        eq(signInAttempts.userId, by.userId),
        eq(signInAttempts.teamId, by.teamId),
        eq(signInAttempts.sessionHash, by.sessionHash),
        isNull(signInAttempts.usedAt),
        gt(signInAttempts.createdAt, sql`now() - interval '10 minutes'`),
      ),
    )
    .returning();
  return row;
}

/** Invalidates open attempts for a server. */
export async function useUpAttempts(tx: Transaction, teamId: string, server: string, userId: string) {
  await tx
    .update(signInAttempts)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(signInAttempts.teamId, teamId),
        eq(signInAttempts.server, server),
        eq(signInAttempts.userId, userId),
        isNull(signInAttempts.usedAt),
      ),
    );
}

export async function insertSignIn(tx: Transaction, row: NewSignIn): Promise<void> {
  await tx.insert(serverSignIns).values(row);
}

/** @returns whether there was one */
export async function markSignedOut(
  tx: Transaction,
  teamId: string,
  server: string,
  personId: string | null,
): Promise<boolean> {
  const rows = await tx
    .update(serverSignIns)
    .set({ state: 'out', sealed: '' })
    .where(
      and(
        eq(serverSignIns.teamId, teamId),
        eq(serverSignIns.server, server),
        eq(serverSignIns.state, 'active'),
        personIs(personId),
      ),
    )
    .returning({ id: serverSignIns.id });
  return rows.length > 0;
}

/** It can no longer be refreshed, unless somebody has refreshed it since this version. */
export async function markSignInOver(db: Queryable, id: string, version: number): Promise<void> {
  await db
    .update(serverSignIns)
    .set({ state: 'over', sealed: '' })
    .where(
      and(eq(serverSignIns.id, id), eq(serverSignIns.version, version), eq(serverSignIns.state, 'active')),
    );
}

/** The server is gone: ends all sign-ins there. */
export async function markAllSignedOut(tx: Transaction, teamId: string, server: string): Promise<void> {
  await tx
    .update(serverSignIns)
    .set({ state: 'out', sealed: '' })
    .where(
      and(
        eq(serverSignIns.teamId, teamId),
        eq(serverSignIns.server, server),
        eq(serverSignIns.state, 'active'),
      ),
    );
}

export async function findSignIn(db: Queryable, id: string): Promise<SignInRow | undefined> {
  const [row] = await db.select().from(serverSignIns).where(eq(serverSignIns.id, id));
  return row;
}

/** The newest at a server that counts or did, of the person or of the team. */
/** Ids of those that count for a person at a server: their own, and the team's. */
export async function listActiveSignIns(
  db: Queryable,
  { teamId, server, userId }: { teamId: string; server: string; userId: string },
): Promise<string[]> {
  const { id, personId, state } = serverSignIns;
  const isTheirs = sql`coalesce(${personId}, ${userId}) = ${userId}`;
  const isAt = and(eq(serverSignIns.teamId, teamId), eq(serverSignIns.server, server));
  const rows = await db
    .select({ id })
    .from(serverSignIns)
    .where(and(isAt, eq(state, 'active'), isTheirs))
    .orderBy(id);
  return rows.map((row) => row.id);
}

export async function findActiveSignIn(
  db: Queryable,
  teamId: string,
  server: string,
  personId: string | null,
): Promise<SignInRow | undefined> {
  const [row] = await db
    .select()
    .from(serverSignIns)
    .where(
      and(
        eq(serverSignIns.teamId, teamId),
        eq(serverSignIns.server, server),
        eq(serverSignIns.state, 'active'),
        personIs(personId),
      ),
    );
  return row;
}

/**
 * Reserves the refresh of this version for a time. False if another process has it, or there is a newer version by now.
 */
export async function takeRefresh(
  db: Queryable,
  id: string,
  version: number,
  seconds: number,
): Promise<boolean> {
  const rows = await db
    .update(serverSignIns)
    .set({ refreshingUntil: sql`now() + make_interval(secs => ${seconds})` })
    .where(
      and(
        eq(serverSignIns.id, id),
        eq(serverSignIns.version, version),
        eq(serverSignIns.state, 'active'),
        or(isNull(serverSignIns.refreshingUntil), lt(serverSignIns.refreshingUntil, sql`now()`)),
      ),
    )
    .returning({ id: serverSignIns.id });
  return rows.length > 0;
}

export async function leaveRefresh(db: Queryable, id: string, version: number): Promise<void> {
  await db
    .update(serverSignIns)
    .set({ refreshingUntil: null })
    .where(and(eq(serverSignIns.id, id), eq(serverSignIns.version, version)));
}

/** @returns false, with nothing written, if it no longer counts or was refreshed by another process */
export async function saveRefreshed(
  db: Queryable,
  id: string,
  version: number,
  next: { sealed: string; scopes: string },
): Promise<boolean> {
  const rows = await db
    .update(serverSignIns)
    .set({ ...next, version: version + 1, refreshingUntil: null, refreshedAt: sql`now()` })
    .where(
      and(eq(serverSignIns.id, id), eq(serverSignIns.version, version), eq(serverSignIns.state, 'active')),
    )
    .returning({ id: serverSignIns.id });
  return rows.length > 0;
}

export async function markWanted(db: Queryable, id: string, wanted: string): Promise<void> {
  await db.update(serverSignIns).set({ wanted }).where(eq(serverSignIns.id, id));
}
