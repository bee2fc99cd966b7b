'use client';
/** The page of a chat that is there: its messages stand on it from the beginning. */
import { ChatScreen, type ChatScreenProps } from '../chat-screen';
import { Conversation } from '../conversation';

export function OpenChat(props: Omit<ChatScreenProps, 'conversation' | 'onBegin'>) {
  return <ChatScreen conversation={Conversation} {...props} />;
}
