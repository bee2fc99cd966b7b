/** Merging of the side bar's lists, which are loaded page by page while their newest page is refreshed. Pure. */
import type { ChatList } from '@/components/api/chat-api';
import type { ChatSummary } from '@/lib/runs/chat-view';

interface Page {
  chats: ChatSummary[];
  /** The `cursor` of older ones; null if there are none. */
  next: string | null;
}

/** Sorts as the server and its cursors do. */
const keyOf = ({ updatedAt, id }: ChatSummary) => `${updatedAt}_${id}`;

/** The list, updated by the newest page: older chats stay, but are waiting or pinned only if that page says so. */
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

/** Appends a page of older ones. */
export function withOlder<Listed extends Page>(listed: Listed, page: Page): Listed {
  const isTold = new Set(page.chats.map(({ id }) => id));
  const { chats } = listed;
  return { ...listed, next: page.next, chats: [...chats.filter(({ id }) => !isTold.has(id)), ...page.chats] };
}

/** Every known chat, once: a folder's page has the newest state of its chats. */
export function knownChats({ chats, folders }: Pick<ChatList, 'chats' | 'folders'>): ChatSummary[] {
  const all = [...chats, ...folders.flatMap(({ page }) => page?.chats ?? [])];
  return [...new Map(all.map((chat) => [chat.id, chat])).values()];
}

/** Applies `edit` to each chat, wherever it is listed; null removes it from the lists. */
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

/** Moves the chat to this folder, or out of any, as far as they are listed. */
export function moved(list: ChatList, id: string, folder: string | null): ChatList {
  const chat = knownChats(list).find((one) => one.id === id);
  if (!chat) return list;
  const placed = { ...chat, folder };
  const rest = edited(list, (one) => (one.id === id ? null : one));
  // A waiting or pinned chat is listed at the top as well, wherever it is.
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
