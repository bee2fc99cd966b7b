/** The side bar's list is loaded by pages, and its newest page again and again. Pure. */
import type { ChatList } from '@/components/api/chat-api';

/** Sorts as the server does, and as its cursors do. */
const keyOf = ({ updatedAt, id }: ChatList['chats'][number]) => `${updatedAt}_${id}`;

/** What was listed, brought up to date by the newest page: older chats stay, and wait or are pinned only if that says so. */
export function withNewest(listed: ChatList, newest: ChatList): ChatList {
  const { next } = newest;
  if (next === null) return newest;
  const isTold = new Set(newest.chats.map(({ id }) => id));
  const older = listed.chats.filter((chat) => !isTold.has(chat.id) && keyOf(chat) < next);
  const isFurther = listed.next === null ? older.length > 0 : listed.next < next;
  return {
    ...newest,
    chats: [...newest.chats, ...older.map((chat) => ({ ...chat, waits: false, pinned: false }))],
    next: isFurther ? listed.next : next,
  };
}

/** With a page of older ones. */
export function withOlder(listed: ChatList, page: ChatList): ChatList {
  const isTold = new Set(page.chats.map(({ id }) => id));
  const { chats } = listed;
  return { ...page, chats: [...chats.filter(({ id }) => !isTold.has(id)), ...page.chats] };
}
