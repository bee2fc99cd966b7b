import 'server-only';
/** Chats as pages list and show them: with their latest run, and whether anything waits in them. */
import { and, asc, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { isToErase } from '@/db/chat-keys';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import type { TimeKey } from '@/lib/values/time-cursor';
import { type ChatNews, type ChatRow, effectiveMode, newsColumns } from './chats';
import { outsideOf, outsideSources } from './conversation/outside-words';
import { summaryOf } from './conversation/summaries';
import { isShown } from './runs';

const { chats, members, runs } = schema;

/**
 * The status of the latest run of the branch that is shown; calls of other clients are not runs that a page follows.
 */
const latestRun = sql<string | null>`(select ${runs.status} from ${runs} where ${runs.chatId} = ${chats.id}
  and ${runs.tokenId} is null and ${isShown('runs')} order by ${runs.createdAt} desc, ${runs.id} desc limit 1)`;

/**
 * Whether it contains a card to decide, a form to fill in, or a call with an unknown outcome to resolve. Not `exists`:
 * with that, PostgreSQL would rather read everything that waits anywhere once; this way it looks up each chat in the
 * index.
 */
const waits = sql<boolean>`coalesce((select true from "approvals" where "approvals"."chat_id" = "chats"."id"
    and "approvals"."status" = 'pending' and "approvals"."expires_at" > now() limit 1),
  (select true from "calls" where "calls"."chat_id" = "chats"."id"
    and "calls"."status" = 'unknown' and "calls"."resolution" is null limit 1),
  (select true from "elicitations" join "runs" on "runs"."id" = "elicitations"."run_id"
    where "elicitations"."chat_id" = "chats"."id" and "elicitations"."status" = 'open'
    and "elicitations"."expires_at" > now() and "runs"."status" = 'running' limit 1),
  (select true from "chats" as "sub" join "approvals" on "approvals"."chat_id" = "sub"."id"
    and "approvals"."status" = 'pending' and "approvals"."expires_at" > now()
    where "sub"."root_id" = "chats"."id" limit 1),
  (select true from "chats" as "sub" join "calls" on "calls"."chat_id" = "sub"."id"
    and "calls"."status" = 'unknown' and "calls"."resolution" is null
    where "sub"."root_id" = "chats"."id" limit 1), false)`;

/** The answer in progress. */
const answering = sql<
  string | null
>`(select "runs"."message_id" from "runs" where "runs"."chat_id" = "chats"."id"
  and "runs"."status" = 'running' and "runs"."token_id" is null limit 1)`;

/**
 * The messages that contain it, oldest first, in branches that are not shown as well. An answer in progress may not be
 * stored yet, and is then the newest.
 */
const waitsIn = sql<string[]>`coalesce((select json_agg("m"."id" order by "m"."seq") from "messages" as "m"
  where "m"."chat_id" = "chats"."id" and "m"."id" in (select "runs"."message_id" from "runs" where "runs"."id" in (
    select "run_id" from "approvals" where "approvals"."chat_id" = "chats"."id"
      and "approvals"."status" = 'pending' and "approvals"."expires_at" > now()
    union select "run_id" from "calls" where "calls"."chat_id" = "chats"."id"
      and "calls"."status" = 'unknown' and "calls"."resolution" is null
    union select "run_id" from "elicitations" where "elicitations"."chat_id" = "chats"."id"
      and "elicitations"."status" = 'open' and "elicitations"."expires_at" > now()))), '[]')`;

const summary = {
  id: chats.id,
  title: chats.title,
  mode: effectiveMode,
  updatedAt: chats.updatedAt,
  run: latestRun,
  waits,
  pinned: sql<boolean>`(${chats.pinnedAt} is not null)`,
  archived: sql<boolean>`(${chats.archivedAt} is not null)`,
  temporary: chats.temporary,
  folder: chats.folderId,
};

/** A conversation with a person: neither calls of other clients nor the place of a sub-agent. */
const isConversation = and(isNull(chats.tokenId), isNull(chats.rootId));

export interface ListedChat extends Pick<ChatRow, 'id' | 'title' | 'mode' | 'updatedAt' | 'temporary'> {
  pinned: boolean;
  archived: boolean;
  folder: string | null;
  /** The status of its latest run. */
  run: string | null;
  waits: boolean;
}

/** Which of a person's chats: those in the list, or the archived ones. */
export type Shelf = 'list' | 'archive';

const isOn = (shelf: Shelf) =>
  sql`${chats.archivedAt} is ${sql.raw(shelf === 'archive' ? 'not null' : 'null')}`;

interface Part {
  shelf: Shelf;
  /** Null: those in no folder; absent: in any. */
  folder?: string | null | undefined;
  limit: number;
  after?: TimeKey | undefined;
}

/** This person's own, newest first. */
export function listChats(
  db: Queryable,
  caller: Caller,
  { shelf, folder, limit, after }: Part,
): Promise<ListedChat[]> {
  const follows = after && sql`(${chats.updatedAt}, ${chats.id}) < (${after.time}::timestamptz, ${after.id})`;
  const isIn =
    folder === undefined ? undefined : folder === null ? isNull(chats.folderId) : eq(chats.folderId, folder);
  return ownChats(db, caller, and(isOn(shelf), isIn, follows), limit);
}

/** The newest of each of these folders, up to this many each, in one statement. */
export function listChatsOfFolders(
  db: Queryable,
  caller: Caller,
  folders: string[],
  each: number,
): Promise<ListedChat[]> {
  // As an array, so that they are looked up once: for a join, PostgreSQL would look them up for each chat.
  const newest = sql`${chats.id} = any(array(select c.id from json_array_elements_text(${JSON.stringify(folders)}::json) as f(id),
    lateral (select i.id from ${chats} i where i.folder_id = f.id and i.deleted_at is null and i.archived_at is null
      order by i.updated_at desc, i.id desc limit ${each}) c))`;
  return ownChats(db, caller, newest, folders.length * each);
}

/** How many pinned chats are listed besides the newest. */
const MOST_PINNED = 100;

export function listPinnedChats(db: Queryable, caller: Caller): Promise<ListedChat[]> {
  return ownChats(db, caller, and(isOn('list'), isNotNull(chats.pinnedAt)), MOST_PINNED);
}

/** Chats that this person has deleted and can restore, newest first. */
export function listDeletedChats(db: Queryable, { userId, teamId }: Caller, days: number, limit: number) {
  const { id, title, deletedAt } = chats;
  return db
    .select({ id, title, deletedAt })
    .from(chats)
    .where(
      and(
        ...[eq(chats.userId, userId), eq(chats.teamId, teamId), isConversation],
        ...[eq(chats.temporary, false), isToErase(chats)],
        sql`${deletedAt} > now() - interval '1 day' * ${days}`,
      ),
    )
    .orderBy(desc(deletedAt), desc(id))
    .limit(limit);
}

/** One of all chats that a person has, wherever it is. */
export type OwnChat = Pick<ChatRow, 'id' | 'title' | 'createdAt' | 'updatedAt' | 'deletedAt'>;

/** All chats of this person, including restorable ones, by id. */
export function listEveryChat(
  db: Queryable,
  { userId, teamId }: Caller,
  after: string,
  limit: number,
): Promise<OwnChat[]> {
  const { id, title, createdAt, updatedAt, deletedAt } = chats;
  return db
    .select({ id, title, createdAt, updatedAt, deletedAt })
    .from(chats)
    .where(and(eq(chats.userId, userId), eq(chats.teamId, teamId), isConversation, gt(id, after)))
    .orderBy(asc(id))
    .limit(limit);
}

/** How many waiting chats are listed besides the newest. */
const MOST_WAITING = 100;

/** Chats in which something waits, however old; found through what waits, which is little. */
export function listWaitingChats(db: Queryable, caller: Caller): Promise<ListedChat[]> {
  const waiting = sql`${chats.id} in (select coalesce("at"."root_id", "at"."id") from "chats" as "at" where "at"."id" in (
    select "chat_id" from "approvals" where "approvals"."team_id" = ${caller.teamId}
      and "approvals"."status" = 'pending' and "approvals"."expires_at" > now()
    union select "chat_id" from "calls" where "calls"."team_id" = ${caller.teamId}
      and "calls"."status" = 'unknown' and "calls"."resolution" is null
    union select "elicitations"."chat_id" from "elicitations" join "runs" on "runs"."id" = "elicitations"."run_id"
      where "elicitations"."status" = 'open' and "elicitations"."expires_at" > now() and "runs"."status" = 'running'))`;
  return ownChats(db, caller, waiting, MOST_WAITING);
}

function ownChats(db: Queryable, { userId, teamId }: Caller, which: SQL | undefined, limit: number) {
  const isOwn = and(eq(chats.userId, userId), eq(chats.teamId, teamId));
  return db
    .select(summary)
    .from(chats)
    .leftJoin(members, eq(members.userId, chats.userId))
    .where(and(isOwn, isConversation, isNull(chats.deletedAt), eq(chats.temporary, false), which))
    .orderBy(desc(chats.updatedAt), desc(chats.id))
    .limit(limit);
}

/** The state of this person's 20 newest chats. */
export function listRecentNews(
  db: Queryable,
  userId: string,
): Promise<Pick<ChatNews, 'chatId' | 'rev' | 'running'>[]> {
  const { chatId, rev, running } = newsColumns;
  return db
    .select({ chatId, rev, running })
    .from(chats)
    .where(and(eq(chats.userId, userId), isNull(chats.deletedAt), isConversation))
    .orderBy(desc(chats.updatedAt))
    .limit(20);
}

/** A chat of this team that is not deleted. */
export async function findChat(db: Queryable, teamId: string, id: string) {
  const [row] = await db
    .select({
      ...summary,
      userId: chats.userId,
      tokenId: chats.tokenId,
      rootId: chats.rootId,
      rev: chats.rev,
      yoloUntil: chats.yoloUntil,
      model: chats.model,
      asked: newsColumns.asked,
      outside: outsideOf(),
      outsideSources,
      summary: summaryOf(chats.id),
      answering,
      waitsIn,
    })
    .from(chats)
    .leftJoin(members, eq(members.userId, chats.userId))
    .where(and(eq(chats.id, id), eq(chats.teamId, teamId), isNull(chats.deletedAt)));
  return row;
}
