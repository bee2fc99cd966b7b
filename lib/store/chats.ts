import 'server-only';
/** Chats. */
import { and, eq, getTableColumns, inArray, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { kept } from '@/db/kept';
import { schema } from '@/db/schema/all';
import { wordsOfTitle } from './search/search-words';

const { chats, members } = schema;

/** What is read of one: not the words that it is found by. */
const { titleWords: _, ...columns } = getTableColumns(chats);

export type ChatRow = Omit<typeof chats.$inferSelect, 'titleWords'>;

/** A chat as it stands, and whose it is: what must be known to tell open pages of it. */
export interface ChatNews {
  chatId: string;
  rev: number;
  /** Whether an answer is being written in it, whichever process drives that. */
  running: boolean;
  userId: string;
  teamId: string;
  /** Whether a person's word was asked in it: only then the team's admins may see it. */
  asked: boolean;
}

/** Of `at`: it stands in the tree of `chats`, where a sub-agent asks for its head. */
const isInTree = sql.raw(`"at"."root_id" = coalesce("chats"."root_id", "chats"."id")
  or "at"."id" = "chats"."root_id"`);

/** What of a chat's row makes its news. */
export const newsColumns = {
  chatId: chats.id,
  rev: chats.rev,
  // Spelled out: drizzle leaves the tables' names away where only one stands in a statement.
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

/** For a statement: the chat at the head of the tree, that whose people are asked and whose mode counts; mostly the chat itself. */
export const headOf = (id: string | Placeholder): SQL<string> =>
  sql<string>`(select coalesce("place"."root_id", "place"."id") from "chats" as "place" where "place"."id" = ${id})`;

/**
 * Locks the chat; every transaction that touches its run, messages or approvals begins with this. What else it
 * reads it must read afterwards: only the chat itself is given as it stands once the lock is held. Where a sub-agent works
 * the head of its tree is locked first, so that one thing at a time happens in all of it.
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

/** What of a chat changes. */
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

/** A change as it is written: a title with what it is found by. */
export function columnsOf(change: ChatChange) {
  return change.title === undefined ? change : { ...change, titleWords: wordsOfTitle(change.title) };
}

/**
 * Counts a change of the chat: open tabs know by its number that they are behind.
 * @returns what to tell its tabs once the transaction is through
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

/** The same where nobody is told, or who is told is asked for later. */
export async function countChange(tx: Transaction, id: string, change?: ChatChange): Promise<void> {
  await (change ? changing(tx, id, change) : counting(tx, { id }));
}

export async function markDeleted(tx: Transaction, id: string): Promise<void> {
  await markTree(tx, id, sql`now()`);
}

export async function markRestored(tx: Transaction, id: string): Promise<void> {
  await markTree(tx, id, null);
}

/** The chat, and where its sub-agents worked. */
async function markTree(tx: Transaction, id: string, deletedAt: SQL | null): Promise<void> {
  await tx
    .update(chats)
    .set({ deletedAt, rev: sql`${chats.rev} + 1` })
    .where(or(eq(chats.id, id), eq(chats.rootId, id)));
}

/** Nothing that anybody wrote is left: its title neither. */
export function markErased(tx: Transaction, id: string): Promise<void> {
  const isDeleted = sql`coalesce(${chats.deletedAt}, now())`;
  return countChange(tx, id, { title: '', deletedAt: isDeleted, erasedAt: sql`now()` });
}

/** An admin says that what has come into the chat from outside does no harm. */
export function markCleared(tx: Transaction, id: string, clearedBy: string): Promise<void> {
  return countChange(tx, id, { clearedAt: sql`now()`, clearedBy });
}

/** It stands on top of its owner's list from here on. */
export const isNewest = { updatedAt: sql`now()` };

/** Of what holds from now on, or no more. */
export const since = (holds: boolean) => (holds ? sql`now()` : null);

/** A mode's columns: yolo ends by itself, an hour from now. */
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

/** Keeps the chat as long as the transaction lasts. It comes before its run: all others lock them in that order. */
export async function keepChat(tx: Transaction, id: string): Promise<void> {
  await keepingChat(tx, { id });
}

const keepingChat = kept(['id'], (tx, { id }) =>
  tx.select({ id: chats.id }).from(chats).where(eq(chats.id, id)).for('key share'),
);

/** When the chat was deleted; that does not change as long as the transaction lasts. */
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

/** The chat at the head of the tree in which this one stands; mostly itself. */
export async function findHead(db: Queryable, id: string): Promise<string> {
  const [chat] = await db.select({ rootId: chats.rootId }).from(chats).where(eq(chats.id, id));
  return chat?.rootId ?? id;
}

/** Whose chat it is. */
export async function findOwner(db: Queryable, id: string): Promise<string | undefined> {
  const [chat] = await db.select({ userId: chats.userId }).from(chats).where(eq(chats.id, id));
  return chat?.userId;
}

/** The mode that counts now: yolo only for an hour and only while its owner is an admin. */
export const effectiveMode = sql<ChatRow['mode']>`case when ${chats.mode} = 'yolo'
  and not coalesce(${chats.yoloUntil} > now() and ${members.role} = 'admin', false)
  then 'default' else ${chats.mode} end`;

/** Where the calls of a token stand. */
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
