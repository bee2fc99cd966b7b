import 'server-only';
/** Searches a person's own chats. */
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import { foundBy, holdsAll, isOneOf, wordsOfTitle } from './search-words';

const { chats, messages } = schema;

/** `c` is a chat of this person that is not deleted. */
const isOwn = ({ userId, teamId }: Caller) =>
  sql`(c.user_id = ${userId} and c.team_id = ${teamId} and c.deleted_at is null and c.token_id is null and c.root_id is null and not c.temporary)`;

export interface FoundMessage {
  chatId: string;
  title: string;
  /** Whether its chat is archived. */
  archived: boolean;
  id: string;
  seq: number;
  role: 'user' | 'assistant';
  parts: unknown[];
  createdAt: Date;
}

/** What is searched for: `words` are folded, and the last one may be incomplete. */
export interface Wanted {
  words: readonly string[];
  limit: number;
}

/** How many of the newest messages are searched one by one: a word that occurs in many messages is found there. */
const WINDOW = 2_000;

/**
 * Messages with all these words, newest first: first among the newest, then, if those are too few, through the index.
 * For a word in every message, the index would return all that were ever stored; for one in few messages, a scan would
 * have to read them all.
 * @param before a `seq`: only older messages
 */
export async function findMessages(
  db: Queryable,
  caller: Caller,
  wanted: Wanted,
  before?: number,
): Promise<FoundMessage[]> {
  const newest = sql`select n.chat_id, n.id, n.seq from (
      select m.chat_id, m.id, m.seq, m.words from "messages" m
      where m.user_id = ${caller.userId} and m.active and ${isBefore(before)} order by m.seq desc limit ${WINDOW}
    ) n where ${holdsAll(sql`n.words`, wanted.words, caller.userId)}`;
  const found = await readMessages(db, caller, wanted.limit, newest);
  if (found.length >= wanted.limit) return found;
  // Without the words themselves, which would have to be decompressed again for twenty thousand messages.
  const all = sql`select m.chat_id, m.id, m.seq from "messages" m
    where ${holdsAll(sql`m.words`, wanted.words, caller.userId)} and m.active and ${isBefore(found.at(-1)?.seq ?? before)}`;
  return [...found, ...(await readMessages(db, caller, wanted.limit - found.length, all))];
}

const isBefore = (seq: number | undefined) => (seq === undefined ? sql`true` : sql`m.seq < ${seq}`);

/**
 * @param matching positions of messages. Their chats are looked up from the newest on until there are enough: if free
 * to choose a join, and not knowing how often a word occurs, the planner would compare every chat with every position
 */
async function readMessages(
  db: Queryable,
  caller: Caller,
  limit: number,
  matching: SQL,
): Promise<FoundMessage[]> {
  const rows = await rowsOf<Omit<FoundMessage, 'seq' | 'createdAt'> & { seq: string; createdAt: string }>(
    db,
    sql`with matching as materialized (${matching}),
      hits as materialized (select l.chat_id, l.id, l.seq, own.title, own.archived from (select * from matching order by seq desc) l
        cross join lateral (select c.title, c.archived_at is not null as archived from "chats" c where c.id = l.chat_id and ${isOwn(caller)} limit 1) own
        order by l.seq desc limit ${limit})
    select h.chat_id as "chatId", h.title, h.archived, h.id, h.seq::text, m.role, m.parts,
      to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
    from hits h join "messages" m on m.chat_id = h.chat_id and m.id = h.id order by h.seq desc`,
  );
  return rows.map((row) => ({ ...row, seq: Number(row.seq), createdAt: new Date(row.createdAt) }));
}

/** Chats with all these words in their title, newest first. */
export function findTitled(db: Queryable, { userId, teamId }: Caller, { words, limit }: Wanted) {
  const { id, title, updatedAt } = chats;
  const isTheirs = and(eq(chats.userId, userId), eq(chats.teamId, teamId));
  return db
    .select({ id, title, updatedAt, archived: sql<boolean>`${chats.archivedAt} is not null` })
    .from(chats)
    .where(
      and(
        ...[isTheirs, isNull(chats.deletedAt), isNull(chats.tokenId), isNull(chats.rootId)],
        eq(chats.temporary, false),
        holdsAll(sql`${chats.titleWords}`, words, userId),
      ),
    )
    .orderBy(desc(updatedAt), desc(id))
    .limit(limit);
}

/** Which of these words of texts match the search, in whichever form. */
export async function findForms(
  db: Queryable,
  texts: readonly string[],
  words: readonly string[],
): Promise<string[]> {
  const found = await rowsOf<{ word: string }>(
    db,
    sql`select t.word from json_array_elements_text(${JSON.stringify(texts)}::json) t (word)
      where ${isOneOf(sql`t.word`, words)}`,
  );
  return found.map(({ word }) => word);
}

/** Messages without search words yet, newest first: those stored before the search existed. */
export function listWordless(db: Database, limit: number) {
  const { chatId, id, parts } = messages;
  return db
    .select({ chatId, id, parts })
    .from(messages)
    .where(isNull(messages.words))
    .orderBy(desc(messages.seq))
    .limit(limit);
}

/** Unless it was written meanwhile. */
export async function fillWords(
  db: Database,
  { chatId, id, parts }: { chatId: string; id: string; parts: unknown[] },
): Promise<void> {
  await db
    .update(messages)
    .set(foundBy(chatId, parts))
    .where(and(eq(messages.chatId, chatId), eq(messages.id, id), isNull(messages.words)));
}

/** The same for titles. */
export function listWordlessChats(db: Database, limit: number) {
  return db
    .select({ id: chats.id, title: chats.title })
    .from(chats)
    .where(isNull(chats.titleWords))
    .limit(limit);
}

export async function fillTitleWords(db: Database, id: string, title: string): Promise<void> {
  await db
    .update(chats)
    .set({ titleWords: wordsOfTitle(title) })
    .where(and(eq(chats.id, id), isNull(chats.titleWords)));
}
