'use client';
/** The page of an existing chat, with its messages from the beginning. */
import { ChatScreen, type ChatScreenProps } from '../chat-screen';
import { Conversation } from '../conversation';

export function OpenChat(props: Omit<ChatScreenProps, 'conversation' | 'onBegin'>) {
  return <ChatScreen conversation={Conversation} {...props} />;
}
