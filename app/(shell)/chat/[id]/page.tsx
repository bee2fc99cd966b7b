/** A chat as it is stored; the page follows it from there. */
import { notFound } from 'next/navigation';
import { ChatScreen } from '@/components/chat/chat-screen';
import { database } from '@/lib/database';
import { SHOWN_AT_ONCE } from '@/lib/runs/chat-view';
import { readChat } from '@/lib/runs/read-chats';
import { signedIn } from '../../../signed-in';
import { chatProps } from '../../chat-props';

export default async function ChatPage({ params }: { params: Promise<{ id: string }> }) {
  const caller = await signedIn();
  const { id } = await params;
  const { db } = await database();
  const chat = await readChat(db, caller, id, SHOWN_AT_ONCE);
  if (!chat) notFound();
  return <ChatScreen key={chat.id} initial={chat} {...(await chatProps(caller))} />;
}
