import 'server-only';
/** The people of a team as its directory sees them: who is in it, and whom the directory has named before. */
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
  /** Null: the directory has never named them. */
  state: DirectoryState | null;
  /** In the team; null: not in it. */
  role: Role | null;
  createdAt: Date;
  updatedAt: Date;
}

/** By what a list can be asked; all absent: everybody. */
export interface PeopleFilter {
  email?: string;
  externalId?: string;
  id?: string;
}

const FIELDS = {
  ...{ userId: users.id, email: users.email, name: users.name },
  ...{ externalId: directoryPeople.externalId, state: directoryPeople.state, role: members.role },
  createdAt: users.createdAt,
  updatedAt: sql<Date>`greatest(${users.updatedAt}, ${directoryPeople.updatedAt})`.mapWith(users.updatedAt),
};

/** Nobody of another team: who has gone there is none of this one's any more. */
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

/** What the directory has said of them last, also of whom it has deleted. */
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

/** @throws a unique violation where another of the team has this external id */
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

/** Another address, which they have not shown to be theirs. @throws a unique violation */
export async function setProvisionedEmail(tx: Transaction, userId: string, email: string): Promise<void> {
  await tx
    .update(users)
    .set({ email, emailVerified: false, updatedAt: sql`now()` })
    .where(eq(users.id, userId));
}
