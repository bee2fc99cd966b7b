import 'server-only';
/** The people of a team as its directory sees them: members, and everybody the directory has named before. */
import { and, asc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Role } from '@/mcp/scopes';

const { directoryPeople, members, users } = schema;

export type DirectoryState = (typeof directoryPeople.$inferSelect)['state'];

export interface DirectoryPerson {
  userId: string;
  email: string;
  name: string;
  externalId: string | null;
  /** Null if the directory has never named them. */
  state: DirectoryState | null;
  /** Their role in the team; null if they are not in it. */
  role: Role | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Filters of a list; all absent: everybody. */
export interface PeopleFilter {
  email?: string;
  externalId?: string;
  id?: string;
}

const FIELDS = {
  userId: users.id,
  email: users.email,
  name: users.name,
  externalId: directoryPeople.externalId,
  state: directoryPeople.state,
  role: members.role,
  createdAt: users.createdAt,
  updatedAt: sql<Date>`greatest(${users.updatedAt}, ${directoryPeople.updatedAt})`.mapWith(users.updatedAt),
};

/** Excludes people of other teams: those who have moved there no longer belong to this one. */
const seenBy = (teamId: string, { email, externalId, id }: PeopleFilter): SQL | undefined =>
  and(
    or(
      isNotNull(members.userId),
      and(isNotNull(directoryPeople.userId), sql`${directoryPeople.state} <> 'deleted'`),
    ),
    sql`not exists (select from ${members} as "o" where "o"."user_id" = ${users.id} and "o"."team_id" <> ${teamId})`,
    email === undefined ? undefined : eq(users.email, email),
    externalId === undefined ? undefined : eq(directoryPeople.externalId, externalId),
    id === undefined ? undefined : eq(users.id, id),
  );

const selected = (db: Queryable, teamId: string) =>
  db
    .select(FIELDS)
    .from(users)
    .leftJoin(members, and(eq(members.userId, users.id), eq(members.teamId, teamId)))
    .leftJoin(directoryPeople, and(eq(directoryPeople.userId, users.id), eq(directoryPeople.teamId, teamId)));

export async function findDirectoryPerson(
  db: Queryable,
  teamId: string,
  id: string,
): Promise<DirectoryPerson | undefined> {
  const [row] = await selected(db, teamId).where(seenBy(teamId, { id }));
  return row;
}

/** By id, so that pages do not shift. */
export function listDirectoryPeople(
  db: Queryable,
  teamId: string,
  filter: PeopleFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<DirectoryPerson[]> {
  return selected(db, teamId)
    .where(seenBy(teamId, filter))
    .orderBy(asc(users.id))
    .offset(offset)
    .limit(limit);
}

export async function countDirectoryPeople(
  db: Queryable,
  teamId: string,
  filter: PeopleFilter,
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(users)
    .leftJoin(members, and(eq(members.userId, users.id), eq(members.teamId, teamId)))
    .leftJoin(directoryPeople, and(eq(directoryPeople.userId, users.id), eq(directoryPeople.teamId, teamId)))
    .where(seenBy(teamId, filter));
  return row?.count ?? 0;
}

/** What the directory last said about them, even if it has deleted them. */
export async function findDirectoryState(
  tx: Transaction,
  teamId: string,
  userId: string,
): Promise<DirectoryState | undefined> {
  const [row] = await tx
    .select({ state: directoryPeople.state })
    .from(directoryPeople)
    .where(and(eq(directoryPeople.teamId, teamId), eq(directoryPeople.userId, userId)));
  return row?.state;
}

/** @throws a unique violation if another person of the team has this external id */
export async function upsertDirectoryPerson(
  tx: Transaction,
  row: { teamId: string; userId: string; externalId?: string | null; state: DirectoryState },
): Promise<void> {
  const { externalId, state } = row;
  await tx
    .insert(directoryPeople)
    .values(row)
    .onConflictDoUpdate({
      target: [directoryPeople.teamId, directoryPeople.userId],
      set: { state, updatedAt: sql`now()`, ...(externalId !== undefined && { externalId }) },
    });
}

/**
 * Sets another address, which they have not proven to be theirs.
 * @throws a unique violation
 */
export async function setProvisionedEmail(tx: Transaction, userId: string, email: string): Promise<void> {
  await tx
    .update(users)
    .set({ email, emailVerified: false, updatedAt: sql`now()` })
    .where(eq(users.id, userId));
}
