import 'server-only';
import type { Queryable } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
/** Chats as their owner sees them, and for reading as the team's admins do when a decision is asked in them. */
import { findChat, listChats } from '@/lib/store/chat-list';
import { findMessage } from '@/lib/store/messages';
import { listQueue } from '@/lib/store/queue';
import type { ChatStatus, ChatSummary, ChatView } from './chat-view';
import { readRows, shownTo } from './read-messages';

/** One's own chats, newest first, at most 200. */
export async function readChats(db: Queryable, caller: Caller): Promise<ChatSummary[]> {
  const rows = await listChats(db, caller);
  return rows.map(({ run, updatedAt, ...row }) => ({
    ...row,
    updatedAt: updatedAt.toISOString(),
    status: statusOf(run),
  }));
}

/** Whether the chat is the caller's own, or an admin's to look at because a decision was asked in it. */
export async function canSeeChat(db: Queryable, caller: Caller, chatId: string): Promise<boolean> {
  const row = await findSeen(db, caller, chatId);
  return row !== null;
}

/** Which part of a chat is wanted; its end without `before`. */
export interface ChatPage {
  /** A message's id: what is older than that. */
  before?: string | undefined;
  /** Messages at most. */
  limit?: number | undefined;
  /** Bytes at most, as they are stored, and about as many in the answer; the last message and what it answers come all the same. */
  size?: number | undefined;
}

/** What a page has room for, unless less is wanted. */
const MOST = { limit: 1_000_000, size: 1_000_000_000 };

/**
 * A chat with a page of its messages; null when the caller cannot see it.
 * @throws AppError bad_request: `before` is no message of it
 */
export async function readChat(
  db: Queryable,
  caller: Caller,
  chatId: string,
  { before, limit = MOST.limit, size = MOST.size }: ChatPage = {},
): Promise<ChatView | null> {
  const row = await findSeen(db, caller, chatId);
  if (!row) return null;
  const room = { most: limit, bytes: size, least: before === undefined ? Math.min(2, limit) : 1 };
  const [page, queued] = await Promise.all([
    readRows(db, chatId, room, before),
    listQueue(db, chatId),
    before !== undefined && assertThere(db, chatId, before),
  ]);
  const reading = { reader: caller, owner: row.userId, answers: true };
  const messages = await shownTo(db, chatId, reading, page.messages);
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
    next: (page.isMore && page.messages[0]?.id) || null,
    waitsIn: row.waitsIn,
  };
}

async function assertThere(db: Queryable, chatId: string, before: string): Promise<void> {
  if (await findMessage(db, { chatId, id: before })) return;
  throw new AppError(
    'bad_request',
    'before: is no message of this chat. Take `next` of the page before, or leave it out for the newest.',
  );
}

/** What the chat is, and whether the caller may write in it; null when they cannot see it. */
export async function findSeen(db: Queryable, caller: Caller, chatId: string) {
  const row = await findChat(db, caller.teamId, chatId);
  const isOwn = row?.userId === caller.userId;
  if (!row || !(isOwn || (caller.role === 'admin' && row.asked))) return null;
  return { ...row, mayWrite: isOwn && row.tokenId === null };
}

function statusOf(run: string | null): ChatStatus {
  if (run === 'running' || run === 'waiting' || run === 'failed') return run;
  return 'idle';
}
