import 'server-only';
import type { Queryable } from '@/db/client';
import { cardsOfChat } from '@/lib/approvals/approval-rows';
import type { Caller } from '@/lib/people/caller';
/** Chats as their owner sees them, and for reading as the team's admins do when a decision is asked in them. */
import { findChat, listChats } from '@/lib/store/chat-list';
import { listQueue } from '@/lib/store/queue';
import type { ChatStatus, ChatSummary, ChatView } from './chat-view';
import { readStored, shownTo } from './read-messages';

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

/** A chat with its messages; null when the caller cannot see it. */
export async function readChat(db: Queryable, caller: Caller, chatId: string): Promise<ChatView | null> {
  const row = await findSeen(db, caller, chatId);
  if (!row) return null;
  const [read, queued, cards] = await Promise.all([
    readStored(db, chatId),
    listQueue(db, chatId),
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

async function findSeen(db: Queryable, caller: Caller, chatId: string) {
  const row = await findChat(db, caller.teamId, chatId);
  const isOwn = row?.userId === caller.userId;
  if (!row || !(isOwn || (caller.role === 'admin' && row.asked))) return null;
  return { ...row, mayWrite: isOwn && row.tokenId === null };
}

function statusOf(run: string | null): ChatStatus {
  if (run === 'running' || run === 'waiting' || run === 'failed') return run;
  return 'idle';
}
