'use client';
/** The person's chats as the side bar lists them, kept up to date, and the news handed on to the open chat. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type ChatList, changeChat, deleteChat, listChats } from '@/components/api/chat-api';
import { followNews, type News } from '@/components/api/news';
import { soon } from '@/components/api/soon';
import type { ChatSummary } from '@/lib/runs/chat-view';

export interface Chats extends ChatList {
  /** When the list was asked for last: what "today" means. */
  asOf: Date;
  /** Hears of every change; returns the way to stop. */
  onNews: (listener: (news: News) => void) => () => void;
  /** Both throw `ApiError` and leave the list as it is. */
  rename: (id: string, title: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
}

export function useChats(personId: string, initial: ChatList, renderedAt: string): Chats {
  const [list, setList] = useState({ ...initial, asOf: new Date(renderedAt) });
  const listeners = useRef(new Set<(news: News) => void>());
  const refresh = useRef(soon(async () => setList({ ...(await listChats()), asOf: new Date() })));

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

  return { ...list, onNews, rename, remove };
}
