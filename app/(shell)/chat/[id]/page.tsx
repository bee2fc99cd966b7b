/** A chat as it is stored; the page follows it from there. */
import { notFound } from 'next/navigation';
import { OpenChat } from '@/components/chat/page/open-chat';
import { database } from '@/lib/database';
import { SHOWN_AT_ONCE } from '@/lib/runs/chat-view';
import { readChat } from '@/lib/runs/read-chats';
import { signedIn } from '../../../signed-in';
import { chatProps } from '../../chat-props';

type Search = Record<string, string | string[] | undefined>;

interface ChatPageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<Search>;
}

export default async function ChatPage({ params, searchParams }: ChatPageProps) {
  const caller = await signedIn();
  const [{ id }, { message, hit }] = await Promise.all([params, searchParams]);
  const { db } = await database();
  const chat = await readChat(db, caller, id, SHOWN_AT_ONCE);
  if (!chat) notFound();
  const found = foundBy(message, hit);
  return <OpenChat key={chat.id} initial={chat} {...(found && { found })} {...(await chatProps(caller))} />;
}

/** The place that a search link leads to; anything else in the address is ignored. */
function foundBy(message: Search[string], hit: Search[string]) {
  if (typeof message !== 'string' || !/^[\w-]{1,64}$/.test(message)) return undefined;
  const words = typeof hit === 'string' ? hit.slice(0, 200).split(' ').filter(Boolean) : [];
  return { id: message, words };
}
