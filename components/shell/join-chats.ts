/** The side bar's lists are loaded by pages, and their newest pages again and again. Pure. */
import type { ChatList } from '@/components/api/chat-api';
import type { ChatSummary } from '@/lib/runs/chat-view';

interface Page {
  chats: ChatSummary[];
  /** The `cursor` of older ones; null: there are none. */
  next: string | null;
}

/** Sorts as the server does, and as its cursors do. */
const keyOf = ({ updatedAt, id }: ChatSummary) => `${updatedAt}_${id}`;

/** What was listed, brought up to date by the newest page: older chats stay, and wait or are pinned only if that says so. */
export function withNewest(listed: ChatList, newest: ChatList): ChatList {
  const told = new Map(newest.chats.map((chat) => [chat.id, chat]));
  const before = new Map(listed.folders.map(({ id, page }) => [id, page]));
  const folders = newest.folders.map((folder) => {
    const was = before.get(folder.id);
    return was && folder.page ? { ...folder, page: upToDate(was, folder.page, told) } : folder;
  });
  return { ...newest, ...upToDate(listed, newest, told), folders };
}

function upToDate(listed: Page, newest: Page, told: ReadonlyMap<string, ChatSummary>): Page {
  const { next } = newest;
  if (next === null) return newest;
  const isTold = new Set(newest.chats.map(({ id }) => id));
  const older = listed.chats.filter((chat) => !isTold.has(chat.id) && keyOf(chat) < next);
  const isFurther = listed.next === null ? older.length > 0 : listed.next < next;
  return {
    chats: [
      ...newest.chats,
      ...older.map((chat) => told.get(chat.id) ?? { ...chat, waits: false, pinned: false }),
    ],
    next: isFurther ? listed.next : next,
  };
}

/** With a page of older ones. */
export function withOlder<Listed extends Page>(listed: Listed, page: Page): Listed {
  const isTold = new Set(page.chats.map(({ id }) => id));
  const { chats } = listed;
  return { ...listed, next: page.next, chats: [...chats.filter(({ id }) => !isTold.has(id)), ...page.chats] };
}

/** Every chat that is known, once: what a folder's page says of one is the newest. */
export function knownChats({ chats, folders }: Pick<ChatList, 'chats' | 'folders'>): ChatSummary[] {
  const all = [...chats, ...folders.flatMap(({ page }) => page?.chats ?? [])];
  return [...new Map(all.map((chat) => [chat.id, chat])).values()];
}

/** Each chat as `edit` makes it, wherever it is listed; null: it is listed no more. */
export function edited(list: ChatList, edit: (chat: ChatSummary) => ChatSummary | null): ChatList {
  const of = (chats: ChatSummary[]) => chats.map(edit).filter((chat) => chat !== null);
  return {
    ...list,
    chats: of(list.chats),
    folders: list.folders.map(({ page, ...folder }) => ({
      ...folder,
      page: page && { ...page, chats: of(page.chats) },
    })),
  };
}

/** With the chat in this folder, or in none, as far as that is listed. */
export function moved(list: ChatList, id: string, folder: string | null): ChatList {
  const chat = knownChats(list).find((one) => one.id === id);
  if (!chat) return list;
  const placed = { ...chat, folder };
  const rest = edited(list, (one) => (one.id === id ? null : one));
  // What waits or is pinned is listed besides, wherever it is.
  const isListed = folder === null || placed.waits || placed.pinned;
  return {
    ...rest,
    ...(isListed && { chats: placedIn(rest.chats, placed) }),
    folders: rest.folders.map((one) =>
      one.id === folder && one.page
        ? { ...one, page: { ...one.page, chats: placedIn(one.page.chats, placed) } }
        : one,
    ),
  };
}

function placedIn(chats: ChatSummary[], chat: ChatSummary): ChatSummary[] {
  const follower = chats.findIndex((one) => keyOf(one) < keyOf(chat));
  return chats.toSpliced(follower === -1 ? chats.length : follower, 0, chat);
}
