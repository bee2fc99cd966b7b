'use client';
/** The person's chats as the side bar lists them, kept up to date, and the news handed on to the open chat. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type ChatList,
  changeChat,
  deleteChat,
  listChats,
  listOlderChats,
  restoreChat,
} from '@/components/api/chat-api';
import { followNews, type News } from '@/components/api/news';
import { soon } from '@/components/api/soon';
import { type ChatSummary, LISTED_AT_ONCE } from '@/lib/runs/chat-view';
import { type FolderChanges, folderChanges } from './folders/folder-changes';
import { edited, knownChats, withNewest, withOlder } from './join-chats';

/** How many the server tells at once. */
const MOST_AT_ONCE = 200;

/** `chats`: all that are known, in folders or not. */
export interface Chats extends ChatList, FolderChanges {
  /** When the list was asked for last: what "today" means. */
  asOf: Date;
  /** Asks for those that are older than what is listed. Throws `ApiError`. */
  showOlder: () => Promise<void>;
  /** Hears of every change; returns the way to stop. */
  onNews: (listener: (news: News) => void) => () => void;
  /** All throw `ApiError` and leave the list as it is. */
  rename: (id: string, title: string) => Promise<void>;
  pin: (id: string, pinned: boolean) => Promise<void>;
  archive: (id: string, archived: boolean) => Promise<void>;
  remove: (id: string) => Promise<void>;
  restore: (id: string) => Promise<void>;
}

/** @param has false: the person has none, and is not asked for them */
export function useChats(personId: string, initial: ChatList, renderedAt: string, has = true): Chats {
  const [list, setList] = useState({ ...initial, asOf: new Date(renderedAt) });
  const listeners = useRef(new Set<(news: News) => void>());
  const wanted = useRef(LISTED_AT_ONCE);
  const refresh = useRef(
    soon(async () => {
      const newest = await listChats(wanted.current);
      setList((current) => ({ ...withNewest(current, newest), asOf: new Date() }));
    }),
  );

  useEffect(() => {
    if (has) refresh.current();
    return followNews(personId, (news) => {
      if (has && (news === null || 'chatId' in news)) refresh.current();
      for (const listener of listeners.current) listener(news);
    });
  }, [personId, has]);

  const onNews = useCallback((listener: (news: News) => void) => {
    listeners.current.add(listener);
    return () => listeners.current.delete(listener);
  }, []);

  const change = useCallback((edit: (list: ChatList) => ChatList) => {
    setList((current) => ({ ...current, ...edit(current) }));
  }, []);

  const { next } = list;
  const showOlder = useCallback(async () => {
    if (next === null) return;
    const page = await listOlderChats(LISTED_AT_ONCE, next);
    wanted.current = Math.min(wanted.current + page.chats.length, MOST_AT_ONCE);
    setList((current) => (current.next === next ? withOlder(current, page) : current));
  }, [next]);

  const changes = useMemo(
    () => ({ ...changesOf(change, refresh.current), ...folderChanges(change, refresh.current) }),
    [change],
  );
  const chats = useMemo(() => knownChats(list), [list]);
  return { ...list, chats, ...changes, showOlder, onNews };
}

type Change = (edit: (list: ChatList) => ChatList) => void;

/** What a person does to chats of the list, which shows it once the server has done it. */
function changesOf(change: Change, refresh: () => void) {
  const set = (id: string, of: Partial<ChatSummary>) =>
    change((list) => edited(list, (chat) => (chat.id === id ? { ...chat, ...of } : chat)));
  const drop = (id: string) => change((list) => edited(list, (chat) => (chat.id === id ? null : chat)));
  return {
    async rename(id: string, title: string) {
      set(id, { title: (await changeChat(id, { title })).title });
    },
    async pin(id: string, pinned: boolean) {
      await changeChat(id, { pinned });
      set(id, { pinned });
    },
    async archive(id: string, archived: boolean) {
      await changeChat(id, { archived });
      if (archived) drop(id);
      refresh();
    },
    async remove(id: string) {
      await deleteChat(id);
      drop(id);
    },
    async restore(id: string) {
      await restoreChat(id);
      refresh();
    },
  };
}
