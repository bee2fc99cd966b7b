import 'server-only';
/** The groups of a team's directory, and their members. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { directoryGroupMembers, directoryGroups } = schema;

/** The names of this person's groups, and the ids by which the directory knows them. */
export async function listGroupNamesOf(db: Queryable, teamId: string, userId: string): Promise<string[]> {
  const rows = await db
    .select({ name: directoryGroups.name, externalId: directoryGroups.externalId })
    .from(directoryGroupMembers)
    .innerJoin(directoryGroups, eq(directoryGroups.id, directoryGroupMembers.groupId))
    .where(and(eq(directoryGroupMembers.teamId, teamId), eq(directoryGroupMembers.userId, userId)));
  return rows.flatMap(({ name, externalId }) => (externalId === null ? [name] : [name, externalId]));
}

export async function deleteGroupsOf(tx: Transaction, teamId: string, userId: string): Promise<void> {
  await tx
    .delete(directoryGroupMembers)
    .where(and(eq(directoryGroupMembers.teamId, teamId), eq(directoryGroupMembers.userId, userId)));
}

export interface DirectoryGroup {
  id: string;
  name: string;
  externalId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface GroupFilter {
  name?: string;
  externalId?: string;
  id?: string;
}

const GROUP = {
  id: directoryGroups.id,
  name: directoryGroups.name,
  externalId: directoryGroups.externalId,
  createdAt: directoryGroups.createdAt,
  updatedAt: directoryGroups.updatedAt,
};

const matching = (teamId: string, { name, externalId, id }: GroupFilter) =>
  and(
    eq(directoryGroups.teamId, teamId),
    name === undefined ? undefined : eq(sql`lower(${directoryGroups.name})`, name.toLowerCase()),
    externalId === undefined ? undefined : eq(directoryGroups.externalId, externalId),
    id === undefined ? undefined : eq(directoryGroups.id, id),
  );

export async function findGroup(
  db: Queryable,
  teamId: string,
  id: string,
): Promise<DirectoryGroup | undefined> {
  const [row] = await db.select(GROUP).from(directoryGroups).where(matching(teamId, { id }));
  return row;
}

/** By id, so that pages do not shift. */
export function listGroups(
  db: Queryable,
  teamId: string,
  filter: GroupFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<DirectoryGroup[]> {
  return db
    .select(GROUP)
    .from(directoryGroups)
    .where(matching(teamId, filter))
    .orderBy(asc(directoryGroups.id))
    .offset(offset)
    .limit(limit);
}

export function countGroups(db: Queryable, teamId: string, filter: GroupFilter): Promise<number> {
  return db.$count(directoryGroups, matching(teamId, filter));
}

/** @throws a unique violation if the team has a group of this name */
export async function insertGroup(tx: Transaction, row: typeof directoryGroups.$inferInsert): Promise<void> {
  await tx.insert(directoryGroups).values(row);
}

/** @throws a unique violation if the team has another group of this name */
export async function updateGroup(
  tx: Transaction,
  { id, teamId, ...fields }: { id: string; teamId: string; name?: string; externalId?: string | null },
): Promise<void> {
  await tx
    .update(directoryGroups)
    .set({ ...fields, updatedAt: sql`now()` })
    .where(matching(teamId, { id }));
}

export async function deleteGroup(tx: Transaction, teamId: string, id: string): Promise<void> {
  await tx.delete(directoryGroups).where(matching(teamId, { id }));
}

/** The members of these groups. */
export function listGroupMembers(
  db: Queryable,
  teamId: string,
  groupIds: string[],
): Promise<{ groupId: string; userId: string }[]> {
  const { groupId, userId } = directoryGroupMembers;
  return db
    .select({ groupId, userId })
    .from(directoryGroupMembers)
    .where(and(eq(directoryGroupMembers.teamId, teamId), inArray(groupId, groupIds)))
    .orderBy(asc(userId));
}

export async function insertGroupMember(
  tx: Transaction,
  row: { groupId: string; teamId: string; userId: string },
): Promise<void> {
  await tx.insert(directoryGroupMembers).values(row).onConflictDoNothing();
}

export async function deleteGroupMembers(
  tx: Transaction,
  { groupId, teamId, userIds }: { groupId: string; teamId: string; userIds: string[] },
): Promise<void> {
  await tx
    .delete(directoryGroupMembers)
    .where(
      and(
        eq(directoryGroupMembers.groupId, groupId),
        eq(directoryGroupMembers.teamId, teamId),
        inArray(directoryGroupMembers.userId, userIds),
      ),
    );
}
