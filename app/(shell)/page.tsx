/** A new chat. */
import { NewChat } from '@/components/chat/page/new-chat';
import { signedIn } from '../signed-in';
import { beginning } from './beginning';
import { chatProps } from './chat-props';

export default async function NewChatPage() {
  const caller = await signedIn();
  const props = await chatProps(caller);
  return <NewChat {...props} beginning={await beginning(caller, props)} />;
}
