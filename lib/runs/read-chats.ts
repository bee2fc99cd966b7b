import 'server-only';
/** Chats as their owner sees them, and for reading as the team's admins do when a decision is asked in them. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import { cardsOfChat } from '@/lib/approvals/approval-rows';
import { effectiveMode, outsideOf } from '@/lib/approvals/standing';
import type { Caller } from '@/lib/people/caller';
import type { ChatEvent, ChatStatus, ChatSummary, ChatView } from './chat-view';
import { newsColumns } from './follow/events';
import { readQueue } from './queued-messages';
import { readStored, shownTo } from './read-messages';

const { chats, members, runs } = schema;

/** The state of the chat's newest run; calls of other clients are no runs that a page follows. */
const latestRun = sql<string | null>`(select ${runs.status} from ${runs} where ${runs.chatId} = ${chats.id}
  and ${runs.tokenId} is null order by ${runs.createdAt} desc, ${runs.id} desc limit 1)`;

/**
 * Whether a card can be decided in it, a form filled in, or a call with an unknown outcome is in it. Not `exists`, for
 * which PostgreSQL would rather read all that waits anywhere once: each chat looks into the index.
 */
const waits = sql<boolean>`coalesce((select true from "approvals" where "approvals"."chat_id" = "chats"."id"
    and "approvals"."status" = 'pending' and "approvals"."expires_at" > now() limit 1),
  (select true from "calls" where "calls"."chat_id" = "chats"."id"
    and "calls"."status" = 'unknown' and "calls"."resolution" is null limit 1),
  (select true from "elicitations" join "runs" on "runs"."id" = "elicitations"."run_id"
    where "elicitations"."chat_id" = "chats"."id" and "elicitations"."status" = 'open'
    and "elicitations"."expires_at" > now() and "runs"."status" = 'running' limit 1), false)`;

const summary = {
  id: chats.id,
  title: chats.title,
  mode: effectiveMode,
  updatedAt: chats.updatedAt,
  run: latestRun,
  waits,
};

/** One's own chats, newest first, at most 200. */
export async function listChats(db: Queryable, caller: Caller): Promise<ChatSummary[]> {
  const rows = await db
    .select(summary)
    .from(chats)
    .leftJoin(members, eq(members.userId, chats.userId))
    .where(
      and(
        eq(chats.userId, caller.userId),
        eq(chats.teamId, caller.teamId),
        isNull(chats.deletedAt),
        isNull(chats.tokenId),
      ),
    )
    .orderBy(desc(chats.updatedAt))
    .limit(200);
  return rows.map(({ run, updatedAt, ...row }) => ({
    ...row,
    updatedAt: updatedAt.toISOString(),
    status: statusOf(run),
  }));
}

/** How the caller's 20 newest chats stand. */
export async function recentChats(db: Queryable, caller: Caller): Promise<ChatEvent[]> {
  const { chatId, rev, running } = newsColumns;
  return db
    .select({ chatId, rev, running })
    .from(chats)
    .where(and(eq(chats.userId, caller.userId), isNull(chats.deletedAt), isNull(chats.tokenId)))
    .orderBy(desc(chats.updatedAt))
    .limit(20);
}

/** Whether the chat is the caller's own, or an admin's to look at because a decision was asked in it. */
export async function canSeeChat(db: Queryable, caller: Caller, chatId: string): Promise<boolean> {
  const row = await findChat(db, caller, chatId);
  return row !== null;
}

/** A chat with its messages; null when the caller cannot see it. */
export async function readChat(db: Queryable, caller: Caller, chatId: string): Promise<ChatView | null> {
  const row = await findChat(db, caller, chatId);
  if (!row) return null;
  const [read, queued, cards] = await Promise.all([
    readStored(db, chatId),
    readQueue(db, chatId),
    row.asked ? cardsOfChat(db, caller, chatId) : undefined,
  ]);
  const reading = { reader: caller, owner: row.userId, answers: true, ...(cards && { cards }) };
  const messages = await shownTo(db, chatId, reading, read);
  return {
    id: row.id,
    title: row.title,
    mode: row.mode,
    updatedAt: row.updatedAt.toISOString(),
    status: statusOf(row.run),
    waits: row.waits,
    yoloUntil: row.mode === 'yolo' ? (row.yoloUntil?.toISOString() ?? null) : null,
    rev: row.rev,
    outside: row.outside,
    mayWrite: row.mayWrite,
    ...(row.tokenId !== null && { ofToken: true }),
    queued,
    messages,
  };
}

async function findChat(db: Queryable, caller: Caller, chatId: string) {
  const [row] = await db
    .select({
      ...summary,
      userId: chats.userId,
      tokenId: chats.tokenId,
      rev: chats.rev,
      yoloUntil: chats.yoloUntil,
      asked: newsColumns.asked,
      outside: outsideOf(),
    })
    .from(chats)
    .leftJoin(members, eq(members.userId, chats.userId))
    .where(and(eq(chats.id, chatId), eq(chats.teamId, caller.teamId), isNull(chats.deletedAt)));
  const isOwn = row?.userId === caller.userId;
  if (!row || !(isOwn || (caller.role === 'admin' && row.asked))) return null;
  return { ...row, mayWrite: isOwn && row.tokenId === null };
}

function statusOf(run: string | null): ChatStatus {
  if (run === 'running' || run === 'waiting' || run === 'failed') return run;
  return 'idle';
}
