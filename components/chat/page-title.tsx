'use client';
/** The browser tab's title, with the number of chats that wait for a decision before it. */
import { useWorkspace } from './workspace';

export function PageTitle({ title }: { title: string }) {
  const { chats } = useWorkspace();
  const waiting = chats.filter((chat) => chat.status === 'waiting').length;
  return <title>{`${waiting > 0 ? `(${waiting}) ` : ''}${title} · Amber`}</title>;
}
