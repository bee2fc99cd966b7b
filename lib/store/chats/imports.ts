import 'server-only';
/** Chats imported from files of other apps. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { wordsOfTitle } from '../search/search-words';

const { chats, messages } = schema;

export type ImportedChat = Required<
  Pick<
    typeof chats.$inferInsert,
    | 'id'
    | 'teamId'
    | 'userId'
    | 'title'
    | 'importedFrom'
    | 'importedAt'
    | 'importedSize'
    | 'originHash'
    | 'createdAt'
    | 'updatedAt'
  >
>;
export type ImportedMessage = Required<
  Pick<typeof messages.$inferInsert, 'chatId' | 'id' | 'parent' | 'role' | 'parts' | 'createdAt'>
>;

/** How many imported chats a person has, and how many characters in total. */
export async function sumImported(
  db: Database,
  userId: string,
): Promise<{ chats: number; characters: number }> {
  const [sum] = await db
    .select({
      chats: sql<number>`count(*)::int`,
      characters: sql<number>`coalesce(sum(${chats.importedSize}), 0)::float8`,
    })
    .from(chats)
    .where(and(eq(chats.userId, userId), isNotNull(chats.importedAt), isNull(chats.erasedAt)));
  return sum ?? { chats: 0, characters: 0 };
}

/** @returns whether it did not exist yet */
export async function insertImported(tx: Transaction, chat: ImportedChat): Promise<boolean> {
  const titleWords = wordsOfTitle(chat.title, chat.userId);
  const inserted = await tx
    .insert(chats)
    .values({ ...chat, titleWords })
    .onConflictDoNothing()
    .returning({ id: chats.id });
  return inserted.length > 0;
}

/** In order. Search words are added later, as for messages of older versions. */
export async function insertImportedMessages(tx: Transaction, rows: ImportedMessage[]): Promise<void> {
  await tx.insert(messages).values(rows);
}
