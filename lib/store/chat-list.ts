import 'server-only';
/** Chats as pages list and show them: with their newest run, and whether anything waits in them. */
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import type { TimeKey } from '@/lib/values/time-cursor';
import { outsideOf } from './authority';
import { type ChatNews, type ChatRow, effectiveMode, newsColumns } from './chats';
import { isShown } from './runs';

const { chats, members, runs } = schema;

/** The state of the newest run of the branch that is shown; calls of other clients are no runs that a page follows. */
const latestRun = sql<string | null>`(select ${runs.status} from ${runs} where ${runs.chatId} = ${chats.id}
  and ${runs.tokenId} is null and ${isShown('runs')} order by ${runs.createdAt} desc, ${runs.id} desc limit 1)`;

/**
 * Whether a card can be decided in it, a form filled in, or a call with an unknown outcome resolved. Not `exists`, for
 * which PostgreSQL would rather read all that waits anywhere once: each chat looks into the index.
 */
const waits = sql<boolean>`coalesce((select true from "approvals" where "approvals"."chat_id" = "chats"."id"
    and "approvals"."status" = 'pending' and "approvals"."expires_at" > now() limit 1),
  (select true from "calls" where "calls"."chat_id" = "chats"."id"
    and "calls"."status" = 'unknown' and "calls"."resolution" is null limit 1),
  (select true from "elicitations" join "runs" on "runs"."id" = "elicitations"."run_id"
    where "elicitations"."chat_id" = "chats"."id" and "elicitations"."status" = 'open'
    and "elicitations"."expires_at" > now() and "runs"."status" = 'running' limit 1), false)`;

/** The answer that is being written. */
const answering = sql<
  string | null
>`(select "runs"."message_id" from "runs" where "runs"."chat_id" = "chats"."id"
  and "runs"."status" = 'running' and "runs"."token_id" is null limit 1)`;

/** The messages in which that is, oldest first; in branches that are not shown as well. One that is being written may not be stored yet, and is the newest then. */
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
};

export interface ListedChat extends Pick<ChatRow, 'id' | 'title' | 'mode' | 'updatedAt'> {
  /** The state of its newest run. */
  run: string | null;
  waits: boolean;
}

/** This person's own, newest first. */
export function listChats(
  db: Queryable,
  caller: Caller,
  limit: number,
  after?: TimeKey,
): Promise<ListedChat[]> {
  const follows = after && sql`(${chats.updatedAt}, ${chats.id}) < (${after.time}::timestamptz, ${after.id})`;
  return ownChats(db, caller, follows, limit);
}

/** Waiting chats that are told of besides the newest. */
const MOST_WAITING = 100;

/** Those of them in which something waits, however old; found from what waits, which is little. */
export function listWaitingChats(db: Queryable, caller: Caller): Promise<ListedChat[]> {
  const waiting = sql`${chats.id} in (select "chat_id" from "approvals" where "approvals"."team_id" = ${caller.teamId}
      and "approvals"."status" = 'pending' and "approvals"."expires_at" > now()
    union select "chat_id" from "calls" where "calls"."team_id" = ${caller.teamId}
      and "calls"."status" = 'unknown' and "calls"."resolution" is null
    union select "elicitations"."chat_id" from "elicitations" join "runs" on "runs"."id" = "elicitations"."run_id"
      where "elicitations"."status" = 'open' and "elicitations"."expires_at" > now() and "runs"."status" = 'running')`;
  return ownChats(db, caller, waiting, MOST_WAITING);
}

function ownChats(db: Queryable, { userId, teamId }: Caller, which: SQL | undefined, limit: number) {
  const isOwn = and(eq(chats.userId, userId), eq(chats.teamId, teamId));
  return db
    .select(summary)
    .from(chats)
    .leftJoin(members, eq(members.userId, chats.userId))
    .where(and(isOwn, isNull(chats.deletedAt), isNull(chats.tokenId), which))
    .orderBy(desc(chats.updatedAt), desc(chats.id))
    .limit(limit);
}

/** How this person's 20 newest chats stand. */
export function listRecentNews(
  db: Queryable,
  userId: string,
): Promise<Pick<ChatNews, 'chatId' | 'rev' | 'running'>[]> {
  const { chatId, rev, running } = newsColumns;
  return db
    .select({ chatId, rev, running })
    .from(chats)
    .where(and(eq(chats.userId, userId), isNull(chats.deletedAt), isNull(chats.tokenId)))
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
      rev: chats.rev,
      yoloUntil: chats.yoloUntil,
      asked: newsColumns.asked,
      outside: outsideOf(),
      answering,
      waitsIn,
    })
    .from(chats)
    .leftJoin(members, eq(members.userId, chats.userId))
    .where(and(eq(chats.id, id), eq(chats.teamId, teamId), isNull(chats.deletedAt)));
  return row;
}
