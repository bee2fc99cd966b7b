import 'server-only';
import type { Queryable } from '@/db/client';
import { cardsOfChat } from '@/lib/approvals/approval-rows';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { formsById } from '@/lib/elicitation/form-rows';
import type { Caller } from '@/lib/people/caller';
/** A chat's messages: as stored, as the model reads them, and as the page shows them to a reader. */
import { findMessage, listMessages, type MessageRow } from '@/lib/store/messages';
import type { AmberMessage } from './chat-view';
import { draftOf, project, type Views } from './messages/project';
import { callsIn, unknownCallsOf } from './messages/read-calls';
import type { DraftMessage, StoredMessage, StoredPart } from './messages/stored-message';
import type { LedgerCall } from './messages/tell-call';

/** A message as it is stored, with the calls to which it refers. */
export interface ReadMessage {
  stored: StoredMessage;
  calls: readonly LedgerCall[];
}

/** The reader, and the owner of the chat. */
export interface Reading {
  reader: Caller;
  owner: string;
  /** Whether what they have answered in forms is told: only to the owner, and not in a stream that others follow too. */
  answers: boolean;
  /** The chat's cards, where they were read already. */
  cards?: ReadonlyMap<string, ApprovalView>;
}

/** Messages with their calls told: what the model reads. */
export function drafts(read: readonly ReadMessage[]): DraftMessage[] {
  return read.map(({ stored, calls }) => draftOf(stored, calls));
}

/** Messages of a chat as they are stored, oldest first. */
export async function readStored(db: Queryable, chatId: string): Promise<ReadMessage[]> {
  return withCalls(db, chatId, await readRows(db, chatId));
}

/** The same without their calls. */
export async function readRows(db: Queryable, chatId: string): Promise<StoredMessage[]> {
  return (await listMessages(db, chatId)).map(messageOf);
}

/** The answer that a run writes; nothing when nothing of it is stored yet. */
export async function readAnswer(
  db: Queryable,
  { chatId, messageId }: { chatId: string; messageId: string },
): Promise<ReadMessage | undefined> {
  const row = await findMessage(db, { chatId, id: messageId });
  const [answer] = row ? await withCalls(db, chatId, [messageOf(row)]) : [];
  return answer;
}

/** Messages that were just read, with their calls. */
export async function withCalls(
  db: Queryable,
  chatId: string,
  stored: readonly StoredMessage[],
): Promise<ReadMessage[]> {
  const calls = await callsIn(db, chatId, stored);
  return stored.map((message) => ({ stored: message, calls: calls.get(message.id) ?? [] }));
}

/** Messages as the page shows them. The caller has made sure that the reader may see the chat. */
export async function shownTo(
  db: Queryable,
  chatId: string,
  { reader, owner, answers, cards: known }: Reading,
  read: readonly ReadMessage[],
): Promise<AmberMessage[]> {
  const parts = read.flatMap(({ stored }) => stored.parts);
  const asks = parts.some(({ type }) => type === 'data-approval');
  const formIds = parts.flatMap((part) => (part.type === 'data-elicitation' ? [part.data.id] : []));
  const [cards, forms] = await Promise.all([
    known ?? (asks ? cardsOfChat(db, reader, chatId) : new Map<string, ApprovalView>()),
    formsById(db, answers ? reader : null, formIds),
  ]);
  return read.map(({ stored, calls }) => {
    const views: Views = { cards, forms, unknownCalls: unknownCallsOf(calls, reader, owner) };
    return project(stored, calls, views);
  });
}

/** A stored row. What stands in its column only this program has written. */
export function messageOf(row: Pick<MessageRow, 'id' | 'role' | 'parts' | 'createdAt'>): StoredMessage {
  return {
    id: row.id,
    role: row.role,
    metadata: { createdAt: row.createdAt.toISOString() },
    parts: row.parts as StoredPart[],
  };
}
