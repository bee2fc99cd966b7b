import 'server-only';
import type { Queryable } from '@/db/client';
import { reachesBack } from '@/lib/agent/summaries/fit';
import { type Cards, cardsOfMessages } from '@/lib/approvals/approval-rows';
import { formsById } from '@/lib/elicitation/form-rows';
import type { Caller } from '@/lib/people/caller';
/** A chat's messages: as stored, as the model reads them, and as the page shows them to a reader. */
import { findMessage, listMessages, type PageSize, type ShownMessage } from '@/lib/store/messages';
import type { AmberMessage } from './chat-view';
import { draftOf, project, type Views } from './messages/project';
import { callsIn, unknownCallsOf } from './messages/read-calls';
import type { DraftMessage, StoredMessage, StoredPart } from './messages/stored-message';
import type { LedgerCall } from './messages/tell-call';
import { versionsOf } from './messages/versions';

/** A message as it is stored, with the calls that it refers to. */
export interface ReadMessage {
  stored: StoredMessage;
  calls: readonly LedgerCall[];
}

/** The reader, and the owner of the chat. */
export interface Reading {
  reader: Caller;
  owner: string;
  /** Whether answers given in forms are included: only for the owner, and not in a stream that others follow too. */
  answers: boolean;
  /** The messages' cards, if they were read already. */
  cards?: Cards;
}

/** Messages with their calls resolved: what the model reads. */
export function drafts(read: readonly ReadMessage[]): DraftMessage[] {
  return read.map(({ stored, calls }) => draftOf(stored, calls));
}

/** Consecutive messages of a chat, oldest first. */
export interface Page<Message = ReadMessage> {
  messages: Message[];
  /** Whether there are older ones. */
  isMore: boolean;
}

/** How much is read at once of what the model may read: usually all of it. */
const MODEL_PAGE: PageSize = { most: 1_000, bytes: 460_000, least: 3 };

/**
 * The newest messages of the shown branch with their calls: at least as many as the model reads, and few more.
 * @param newest their first page, if that was read already
 */
export async function readHistory(
  db: Queryable,
  chatId: string,
  newest?: Page<StoredMessage>,
): Promise<ReadMessage[]> {
  return readHistoryFrom(db, chatId, newest ?? (await readRows(db, chatId)));
}

/** The same for what precedes a message. */
export async function readHistoryBefore(
  db: Queryable,
  chatId: string,
  before: string,
): Promise<ReadMessage[]> {
  return readHistoryFrom(db, chatId, await readRows(db, chatId, MODEL_PAGE, before));
}

async function readHistoryFrom(
  db: Queryable,
  chatId: string,
  newest: Page<StoredMessage>,
): Promise<ReadMessage[]> {
  let page = newest;
  let read = await withCalls(db, chatId, page.messages);
  while (page.isMore && !reachesBack(drafts(read))) {
    page = await readRows(db, chatId, MODEL_PAGE, read[0]?.stored.id);
    read = [...(await withCalls(db, chatId, page.messages)), ...read];
  }
  return read;
}

/** A part of a chat, without the messages' calls. */
export async function readRows(
  db: Queryable,
  chatId: string,
  size: PageSize = MODEL_PAGE,
  before?: string,
): Promise<Page<StoredMessage>> {
  const { rows, isMore } = await listMessages(db, chatId, size, before);
  return { messages: rows.map(messageOf), isMore };
}

/** The answer that a run is writing; nothing if none of it is stored yet. */
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

/**
 * Messages as the page shows them. The caller has checked that the reader may see the chat.
 * @param calls of the messages by their ids, if they were read already
 */
export async function shownTo(
  db: Queryable,
  chatId: string,
  { reader, owner, answers, cards: known }: Reading,
  messages: readonly StoredMessage[],
  calls?: ReadonlyMap<string, readonly LedgerCall[]>,
): Promise<AmberMessage[]> {
  const parts = messages.flatMap((message) => message.parts);
  const asks = parts.some(({ type }) => type === 'data-approval');
  const ids = messages.map(({ id }) => id);
  const formIds = parts.flatMap((part) => (part.type === 'data-elicitation' ? [part.data.id] : []));
  const [rows, cards, forms] = await Promise.all([
    calls ?? callsIn(db, chatId, messages),
    known ?? (asks ? cardsOfMessages(db, reader, chatId, ids) : new Map<string, never>()),
    formsById(db, answers ? reader : null, formIds),
  ]);
  return messages.map((message) => {
    const own = rows.get(message.id) ?? [];
    const unknownCalls = unknownCallsOf(own, reader, owner);
    const views: Views = { cards: cards.get(message.id) ?? new Map(), forms, unknownCalls };
    return project(message, own, views);
  });
}

/** A stored row. Only this program writes its column. */
export function messageOf(
  row: Pick<ShownMessage, 'id' | 'role' | 'parts' | 'createdAt'> &
    Partial<Pick<ShownMessage, 'seq' | 'others' | 'made' | 'feedback'>>,
): StoredMessage {
  const { id, role, createdAt, seq = 0, others = [], made, feedback } = row;
  const parts = row.parts as StoredPart[];
  const versions = others.length > 0 ? { versions: versionsOf({ id, seq, parts }, others) } : {};
  return {
    id,
    role,
    metadata: {
      createdAt: createdAt.toISOString(),
      ...versions,
      ...(made && { made }),
      ...(feedback && { feedback }),
    },
    parts,
  };
}
