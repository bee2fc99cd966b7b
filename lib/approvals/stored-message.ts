import 'server-only';
/** The chat has something new: open tabs know by its number that they are behind. */
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { chats } = schema;

export async function countChange(tx: Transaction, chatId: string): Promise<void> {
  await tx
    .update(chats)
    .set({ rev: sql`${chats.rev} + 1` })
    .where(eq(chats.id, chatId));
}
