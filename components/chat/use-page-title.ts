'use client';
import { useEffect } from 'react';
import { useWorkspace } from './workspace';

/** The browser tab's title, with the number of chats that wait for a decision before it. */
export function usePageTitle(title: string): void {
  const { chats } = useWorkspace();
  const waiting = chats.filter((chat) => chat.status === 'waiting').length;
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${title} · Amber` : `${title} · Amber`;
  }, [title, waiting]);
}
