import 'server-only';
import type { Queryable } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
/** Chats as their owner sees them, and as admins may read those in which a decision is asked. */
import {
  findChat,
  type ListedChat,
  listChats,
  listPinnedChats,
  listWaitingChats,
  type Shelf,
} from '@/lib/store/chat-list';
import { findMessage } from '@/lib/store/messages';
import { listQueue } from '@/lib/store/queue';
import { cursorOf, keyOf } from '@/lib/values/time-cursor';
import type { ChatPart, ChatStatus, ChatSummary, ChatView } from './chat-view';
import { withBranches } from './messages/read-branches';
import { readRows, shownTo } from './read-messages';

/** The default and maximum length of a list of chats. */
const MOST_LISTED = 200;

/** Which of the person's chats, and how many. */
export interface Wanted {
  cursor?: string | undefined;
  limit?: number | undefined;
  shelf?: Shelf | undefined;
  /** Null: those in no folder; absent: in any. */
  folder?: string | null | undefined;
}

/** The person's own chats, newest first; the first page also contains pinned and waiting chats of later pages. */
export async function readChats(
  db: Queryable,
  caller: Caller,
  { cursor, limit = MOST_LISTED, shelf = 'list', folder }: Wanted = {},
): Promise<{ chats: ChatSummary[]; next: string | null }> {
  const isFirst = cursor === undefined && shelf === 'list' && !folder;
  const after = cursor === undefined ? undefined : keyOf(cursor);
  const [found, waiting, pinned] = await Promise.all([
    listChats(db, caller, { shelf, folder, limit: limit + 1, after }),
    isFirst ? listWaitingChats(db, caller) : [],
    isFirst ? listPinnedChats(db, caller) : [],
  ]);
  const { page, next } = pageOf(found, limit);
  const besides = new Map([...pinned, ...waiting].map((chat) => [chat.id, chat]));
  const more = [...besides.values()]
    .filter(({ id }) => !page.some((chat) => chat.id === id))
    .sort((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime());
  return {
    chats: [...page, ...more].map(summaryOf),
    next,
  };
}

/** One page of what was found, which is one item more; `next`: the `cursor` of what follows, null if nothing does. */
export function pageOf(found: ListedChat[], limit: number): { page: ListedChat[]; next: string | null } {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return { page, next: last && found.length > limit ? cursorOf(last.updatedAt, last.id) : null };
}

export function summaryOf({ run, updatedAt, ...row }: ListedChat): ChatSummary {
  return { ...row, updatedAt: updatedAt.toISOString(), status: statusOf(run) };
}

/** Whether the chat is the caller's own, or one that admins may read because a decision was asked in it. */
export async function canSeeChat(db: Queryable, caller: Caller, chatId: string): Promise<boolean> {
  const row = await findSeen(db, caller, chatId);
  return row !== null;
}

/** The default and maximum size of a page. */
const MOST = { limit: 200, size: 400_000 };

/**
 * A chat with a page of its messages; null if the caller cannot see it.
 * @throws AppError bad_request: `before` is no message of it
 */
export async function readChat(
  db: Queryable,
  caller: Caller,
  chatId: string,
  { before, limit = MOST.limit, size = MOST.size }: ChatPart = {},
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
  const messages = await withBranches(db, chatId, await shownTo(db, chatId, reading, page.messages));
  return {
    id: row.id,
    title: row.title,
    mode: row.mode,
    updatedAt: row.updatedAt.toISOString(),
    status: statusOf(row.run),
    waits: row.waits,
    pinned: row.pinned,
    archived: row.archived,
    temporary: row.temporary,
    folder: row.mayWrite ? row.folder : null,
    yoloUntil: row.mode === 'yolo' ? (row.yoloUntil?.toISOString() ?? null) : null,
    model: row.model,
    rev: row.rev,
    outside: row.outside,
    summary: row.summary,
    ...(row.outsideSources.count > 1 && { outsideSources: row.outsideSources }),
    mayWrite: row.mayWrite,
    ...(row.tokenId !== null && { ofToken: true }),
    ...(row.rootId !== null && { rootId: row.rootId }),
    queued,
    messages,
    next: (page.isMore && page.messages[0]?.id) || null,
    waitsIn: row.waitsIn,
    ...(row.answering !== null && { answering: row.answering }),
  };
}

async function assertThere(db: Queryable, chatId: string, before: string): Promise<void> {
  if (await findMessage(db, { chatId, id: before })) return;
  throw new AppError(
    'bad_request',
    'before: is no message of this chat. Take `next` of the page before, or leave it out for the newest.',
  );
}

/** The chat, and whether the caller may write in it; null if they cannot see it. */
export async function findSeen(db: Queryable, caller: Caller, chatId: string) {
  const row = await findChat(db, caller.teamId, chatId);
  const isOwn = row?.userId === caller.userId;
  if (!row || !(isOwn || (caller.role === 'admin' && row.asked))) return null;
  return { ...row, mayWrite: isOwn && row.tokenId === null && row.rootId === null };
}

function statusOf(run: string | null): ChatStatus {
  if (run === 'running' || run === 'waiting' || run === 'failed') return run;
  return 'idle';
}
