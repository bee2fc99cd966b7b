import 'server-only';
/** What the stream of a run's segment begins with, wherever it is followed: the message as it is stored by then. */
import type { Queryable } from '@/db/client';
import { cardsOfChat } from '@/lib/approvals/approval-rows';
import type { Caller } from '@/lib/people/caller';
import type { RunRow } from '@/lib/store/runs';
import { resolutionsOf } from '@/lib/unknowns/doubts';
import type { AmberMessage } from '../chat-view';
import { chunksOf } from '../message-chunks';
import { formsIn, withCards } from '../read-messages';
import type { Chunk } from './live';

/** What an answer is created with. */
export function metadataOf({ createdAt }: Pick<RunRow, 'createdAt'>): { createdAt: string } {
  return { createdAt: createdAt.toISOString() };
}

/**
 * The message from its beginning.
 * @param caller the chat's owner
 * @param stored none: nothing of the answer is stored yet
 */
export async function openingChunks(
  db: Queryable,
  caller: Caller,
  run: Pick<RunRow, 'chatId' | 'messageId' | 'createdAt'>,
  stored: AmberMessage | undefined,
): Promise<Chunk[]> {
  if (stored) return chunksOf(await withCardsNow(db, caller, run.chatId, stored));
  return [{ type: 'start', messageId: run.messageId, messageMetadata: metadataOf(run) }];
}

/** A stored message with its cards as they stand now. */
export async function withCardsNow(
  db: Queryable,
  caller: Caller,
  chatId: string,
  stored: AmberMessage,
): Promise<AmberMessage> {
  const [cards, found, forms] = await Promise.all([
    cardsOfChat(db, caller, chatId),
    resolutionsOf(db, caller, chatId),
    // Whoever may see the chat follows its stream: what its owner has answered is not told there.
    formsIn(db, null, [stored]),
  ]);
  return withCards(stored, cards, found, forms);
}
