'use client';
/** The person's chats as the side bar lists them, kept up to date; passes news on to the open chat. */
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

/** The most that the server returns at once. */
const MOST_AT_ONCE = 200;

/** `chats`: all that are loaded, in folders or not. */
export interface Chats extends ChatList, FolderChanges {
  /** When the list was last loaded: the reference for "today". */
  asOf: Date;
  /** Loads chats that are older than the listed ones. Throws `ApiError`. */
  showOlder: () => Promise<void>;
  /** The listener is called at every change; returns its removal. */
  onNews: (listener: (news: News) => void) => () => void;
  /** All throw `ApiError` and then leave the list as it is. */
  rename: (id: string, title: string) => Promise<void>;
  pin: (id: string, pinned: boolean) => Promise<void>;
  archive: (id: string, archived: boolean) => Promise<void>;
  remove: (id: string) => Promise<void>;
  restore: (id: string) => Promise<void>;
}

/** @param has false: the person has no chats, and none are requested */
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

/** Changes to chats of the list, which shows them once the server has made them. */
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
