'use client';
/** The person's chats as the side bar lists them, kept up to date, and the news handed on to the open chat. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type ChatList, changeChat, deleteChat, listChats } from '@/components/api/chat-api';
import { followNews, type News } from '@/components/api/news';
import { soon } from '@/components/api/soon';
import { type ChatSummary, LISTED_AT_ONCE } from '@/lib/runs/chat-view';
import { withNewest, withOlder } from './join-chats';

/** How many the server tells at once. */
const MOST_AT_ONCE = 200;

export interface Chats extends ChatList {
  /** When the list was asked for last: what "today" means. */
  asOf: Date;
  /** Asks for those that are older than what is listed. Throws `ApiError`. */
  showOlder: () => Promise<void>;
  /** Hears of every change; returns the way to stop. */
  onNews: (listener: (news: News) => void) => () => void;
  /** Both throw `ApiError` and leave the list as it is. */
  rename: (id: string, title: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
}

export function useChats(personId: string, initial: ChatList, renderedAt: string): Chats {
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
    refresh.current();
    return followNews(personId, (news) => {
      if (news === null || 'chatId' in news) refresh.current();
      for (const listener of listeners.current) listener(news);
    });
  }, [personId]);

  const onNews = useCallback((listener: (news: News) => void) => {
    listeners.current.add(listener);
    return () => listeners.current.delete(listener);
  }, []);

  const change = useCallback((edit: (chats: ChatSummary[]) => ChatSummary[]) => {
    setList((current) => ({ ...current, chats: edit(current.chats) }));
  }, []);

  const { next } = list;
  const showOlder = useCallback(async () => {
    if (next === null) return;
    const page = await listChats(LISTED_AT_ONCE, next);
    wanted.current = Math.min(wanted.current + page.chats.length, MOST_AT_ONCE);
    setList((current) => (current.next === next ? { ...current, ...withOlder(current, page) } : current));
  }, [next]);

  const rename = useCallback(
    async (id: string, title: string) => {
      const changed = await changeChat(id, { title });
      change((chats) => chats.map((chat) => (chat.id === id ? { ...chat, title: changed.title } : chat)));
    },
    [change],
  );

  const remove = useCallback(
    async (id: string) => {
      await deleteChat(id);
      change((chats) => chats.filter((chat) => chat.id !== id));
    },
    [change],
  );

  return { ...list, showOlder, onNews, rename, remove };
}
