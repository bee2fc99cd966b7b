import 'server-only';
/** The groups of a team's directory, and who is in them. */
import { and, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { directoryGroupMembers, directoryGroups } = schema;

/** What the groups of this person are called, and by which ids the directory knows them. */
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
