import 'server-only';
/** Automatic titles of chats. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { schema } from '@/db/schema/all';
import { type ChatNews, columnsOf, newsColumns } from '../chats';

const { chats } = schema;

/**
 * Only while it still has the title taken from its first message: a title given by a person stays.
 * @returns nothing if it has another title
 */
export async function renameIfUntouched(
  db: Database,
  id: string,
  from: string,
  to: string,
): Promise<ChatNews | undefined> {
  const [news] = await db
    .update(chats)
    .set({ ...columnsOf({ title: to }), rev: sql`${chats.rev} + 1` })
    .where(and(eq(chats.id, id), eq(chats.title, from), isNull(chats.deletedAt)))
    .returning(newsColumns);
  return news;
}
