/** A new chat. */
import { NewChat } from '@/components/chat/page/new-chat';
import { signedIn } from '../signed-in';
import { chatProps } from './chat-props';

export default async function NewChatPage() {
  const caller = await signedIn();
  return <NewChat {...(await chatProps(caller))} />;
}
