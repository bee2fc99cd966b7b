import 'server-only';
/** Chats. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';

const { chats } = schema;

/** Titles by id, of the team's chats that are not deleted. */
export async function findTitles(db: Queryable, teamId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: chats.id, title: chats.title })
    .from(chats)
    .where(and(eq(chats.teamId, teamId), isNull(chats.deletedAt), inArray(chats.id, ids)));
  return new Map(rows.map(({ id, title }) => [id, title]));
}
