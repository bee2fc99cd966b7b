import 'server-only';
/** Chats. */
import { and, eq, getTableColumns, inArray, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { kept } from '@/db/kept';
import { schema } from '@/db/schema/all';
import { wordsOfTitle } from './search/search-words';

const { chats, members } = schema;

/** The columns that are read: not the search words. */
const { titleWords: _, ...columns } = getTableColumns(chats);

export type ChatRow = Omit<typeof chats.$inferSelect, 'titleWords'>;

/** A chat's state and its owner: what is needed to notify open pages. */
export interface ChatNews {
  chatId: string;
  rev: number;
  /** Whether an answer is being written in it, whichever process drives that. */
  running: boolean;
  userId: string;
  teamId: string;
  /** Whether it ever asked a person: only then may the team's admins see it. */
  asked: boolean;
}

/** Whether `at` is in the tree of `chats`; a sub-agent's place refers to its head. */
const isInTree = sql.raw(`"at"."root_id" = coalesce("chats"."root_id", "chats"."id")
  or "at"."id" = "chats"."root_id"`);

/** The columns of a chat that make up its news. */
export const newsColumns = {
  chatId: chats.id,
  rev: chats.rev,
  // Raw SQL with table names: drizzle omits them if a statement has only one table.
  running: sql<boolean>`(exists (select 1 from "runs"
    where "runs"."chat_id" = "chats"."id" and "runs"."status" = 'running' and "runs"."token_id" is null))`,
  userId: chats.userId,
  teamId: chats.teamId,
  asked: sql<boolean>`(exists (select 1 from "approvals" where "approvals"."chat_id" = "chats"."id")
    or exists (select 1 from "calls" where "calls"."chat_id" = "chats"."id" and "calls"."status" = 'unknown')
    or exists (select 1 from "chats" as "at" join "approvals" on "approvals"."chat_id" = "at"."id" where ${isInTree})
    or exists (select 1 from "chats" as "at" join "calls" on "calls"."chat_id" = "at"."id"
      and "calls"."status" = 'unknown' where ${isInTree}))`,
};

/**
 * Subquery: the chat at the head of the tree, whose people are asked and whose mode counts; usually the chat itself.
 */
export const headOf = (id: string | Placeholder): SQL<string> =>
  sql<string>`(select coalesce("place"."root_id", "place"."id") from "chats" as "place" where "place"."id" = ${id})`;

/**
 * Locks the chat; every transaction that touches its run, messages or approvals begins with this. Anything else must be
 * read afterwards: only the chat itself is returned as it is under the lock. For a sub-agent's place, the head of its
 * tree is locked first, so that everything in a tree happens one at a time.
 */
export async function lockChat(tx: Transaction, id: string): Promise<ChatRow | undefined> {
  const locked = await lockingChats(tx, { id });
  return locked.find((chat) => chat.id === id);
}

const lockingChats = kept(['id'], (tx, { id }) => {
  const isSub = sql`${chats.rootId} is not null`;
  const isLocked = or(eq(chats.id, id), eq(chats.id, headOf(id)));
  return tx.select(columns).from(chats).where(isLocked).orderBy(isSub).for('update');
});

export async function findNews(db: Queryable, id: string): Promise<ChatNews | undefined> {
  const [news] = await newsOfChat(db, { id });
  return news;
}

const newsOfChat = kept(['id'], (db, { id }) => db.select(newsColumns).from(chats).where(eq(chats.id, id)));

/** Changes to a chat. */
export interface ChatChange {
  title?: string;
  mode?: ChatRow['mode'];
  model?: string | null;
  yoloUntil?: SQL | null;
  updatedAt?: SQL;
  pinnedAt?: SQL | null;
  archivedAt?: SQL | null;
  folderId?: string | null;
  deletedAt?: SQL | null;
  erasedAt?: SQL;
  clearedAt?: SQL;
  clearedBy?: string;
}

/** A change as it is written: a title together with its search words. */
export function columnsOf(change: ChatChange) {
  return change.title === undefined ? change : { ...change, titleWords: wordsOfTitle(change.title) };
}

/**
 * Increments the chat's revision, by which open tabs notice that they are behind.
 * @returns what to tell its tabs once the transaction is committed
 */
export async function touchChat(tx: Transaction, id: string, change: ChatChange = {}): Promise<ChatNews> {
  const [news] = await changing(tx, id, change).returning(newsColumns);
  if (!news) throw new Error('The chat is gone.');
  return news;
}

function changing(tx: Queryable, id: string | Placeholder, change: ChatChange) {
  return tx
    .update(chats)
    .set({ ...columnsOf(change), rev: sql`${chats.rev} + 1` })
    .where(eq(chats.id, id));
}

const counting = kept(['id'], (tx, { id }) => changing(tx, id, {}));

/** The same if nobody is notified, or the recipients are determined later. */
export async function countChange(tx: Transaction, id: string, change?: ChatChange): Promise<void> {
  await (change ? changing(tx, id, change) : counting(tx, { id }));
}

export async function markDeleted(tx: Transaction, id: string): Promise<void> {
  await markTree(tx, id, sql`now()`);
}

export async function markRestored(tx: Transaction, id: string): Promise<void> {
  await markTree(tx, id, null);
}

/** The chat and the places of its sub-agents. */
async function markTree(tx: Transaction, id: string, deletedAt: SQL | null): Promise<void> {
  await tx
    .update(chats)
    .set({ deletedAt, rev: sql`${chats.rev} + 1` })
    .where(or(eq(chats.id, id), eq(chats.rootId, id)));
}

/** Nothing that anybody wrote is left, not even the title. */
export function markErased(tx: Transaction, id: string): Promise<void> {
  const isDeleted = sql`coalesce(${chats.deletedAt}, now())`;
  return countChange(tx, id, { title: '', deletedAt: isDeleted, erasedAt: sql`now()` });
}

/** An admin declares that what has come into the chat from outside is harmless. */
export function markCleared(tx: Transaction, id: string, clearedBy: string): Promise<void> {
  return countChange(tx, id, { clearedAt: sql`now()`, clearedBy });
}

/** Moves it to the top of its owner's list. */
export const isNewest = { updatedAt: sql`now()` };

/** The time since which something holds; null if it does not. */
export const since = (holds: boolean) => (holds ? sql`now()` : null);

/** A mode's columns: yolo ends by itself after an hour. */
export function modeOf(mode: ChatRow['mode']) {
  return { mode, yoloUntil: mode === 'yolo' ? sql`now() + interval '1 hour'` : null };
}

export type NewChat = Pick<ChatRow, 'id' | 'teamId' | 'userId' | 'title'> & {
  tokenId?: string;
  temporary?: boolean;
  rootId?: string;
};

export async function insertChat(db: Queryable, chat: NewChat, change: ChatChange = {}): Promise<void> {
  const titleWords = wordsOfTitle(chat.title, chat.userId);
  await db.insert(chats).values({ ...chat, ...change, titleWords });
}

/**
 * Locks the chat against deletion for the transaction. Must come before its run: everything else locks them in that
 * order.
 */
export async function keepChat(tx: Transaction, id: string): Promise<void> {
  await keepingChat(tx, { id });
}

const keepingChat = kept(['id'], (tx, { id }) =>
  tx.select({ id: chats.id }).from(chats).where(eq(chats.id, id)).for('key share'),
);

/** When the chat was deleted; this cannot change during the transaction. */
export async function findDeletion(
  tx: Transaction,
  id: string,
): Promise<{ deletedAt: Date | null } | undefined> {
  const [chat] = await tx
    .select({ deletedAt: chats.deletedAt })
    .from(chats)
    .where(eq(chats.id, id))
    .for('share');
  return chat;
}

/** The chat at the head of this one's tree; usually itself. */
export async function findHead(db: Queryable, id: string): Promise<string> {
  const [chat] = await db.select({ rootId: chats.rootId }).from(chats).where(eq(chats.id, id));
  return chat?.rootId ?? id;
}

/** Whose chat it is. */
export async function findOwner(db: Queryable, id: string): Promise<string | undefined> {
  const [chat] = await db.select({ userId: chats.userId }).from(chats).where(eq(chats.id, id));
  return chat?.userId;
}

/** The mode in effect: yolo only for an hour, and only while its owner is an admin. */
export const effectiveMode = sql<ChatRow['mode']>`case when ${chats.mode} = 'yolo'
  and not coalesce(${chats.yoloUntil} > now() and ${members.role} = 'admin', false)
  then 'default' else ${chats.mode} end`;

/** The chat that holds the calls of a token. */
export async function findChatOfToken(db: Queryable, tokenId: string): Promise<string | undefined> {
  const [chat] = await db.select({ id: chats.id }).from(chats).where(eq(chats.tokenId, tokenId));
  return chat?.id;
}

/** Titles by id, of the team's chats that are not deleted. */
export async function findTitles(db: Queryable, teamId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: chats.id, title: chats.title })
    .from(chats)
    .where(and(eq(chats.teamId, teamId), isNull(chats.deletedAt), inArray(chats.id, ids)));
  return new Map(rows.map(({ id, title }) => [id, title]));
}
