import 'server-only';
/** What the stream of a run's segment begins with, wherever it is followed: the message as it is by then. */
import type { Queryable } from '@/db/client';
import type { Cards } from '@/lib/approvals/approval-rows';
import type { Caller } from '@/lib/people/caller';
import type { RunRow } from '@/lib/store/runs';
import type { AmberMessage } from '../chat-view';
import { chunksOf, foldChunks } from '../message-chunks';
import { differenceOf } from '../message-difference';
import { type ReadMessage, shownTo } from '../read-messages';
import type { Chunk } from './live';

/** The metadata with which an answer is created. */
export function metadataOf({ createdAt }: Pick<RunRow, 'createdAt'>): { createdAt: string } {
  return { createdAt: createdAt.toISOString() };
}

/**
 * The message from its beginning.
 * @param owner of the chat
 * @param cards of the message, if they were read already
 * @param stored none: nothing of the answer is stored yet
 */
export async function openingChunks(
  db: Queryable,
  owner: Caller,
  run: Pick<RunRow, 'chatId' | 'messageId' | 'createdAt'>,
  stored: ReadMessage | undefined,
  cards?: Cards,
): Promise<Chunk[]> {
  if (stored) return (await shownToFollowers(db, owner, run.chatId, stored, cards)).flatMap(chunksOf);
  return [{ type: 'start', messageId: run.messageId, messageMetadata: metadataOf(run) }];
}

/**
 * What a stream lacks of the stored message.
 * @param chunks what it has said so far
 */
export async function missingChunks(
  db: Queryable,
  owner: Caller,
  chatId: string,
  stored: ReadMessage,
  chunks: Chunk[],
): Promise<Chunk[]> {
  const said = await foldChunks({ id: stored.stored.id, role: 'assistant', parts: [] }, chunks);
  const shown = await shownToFollowers(db, owner, chatId, stored);
  return shown.flatMap((message) => differenceOf(said, message, chunks));
}

/** A stored message as followers of the stream see it: anybody who may see the chat does. */
function shownToFollowers(
  db: Queryable,
  owner: Caller,
  chatId: string,
  stored: ReadMessage,
  cards?: Cards,
): Promise<AmberMessage[]> {
  const reading = { reader: owner, owner: owner.userId, answers: false, ...(cards && { cards }) };
  return shownTo(db, chatId, reading, [stored.stored], new Map([[stored.stored.id, stored.calls]]));
}
