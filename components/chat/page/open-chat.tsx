'use client';
/** The page of a chat that is there: its messages stand on it from the beginning. */
import { use } from 'react';
import { ApprovalCard } from '@/components/tool-call/cards-apart';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { ChatScreen, type ChatScreenProps } from '../chat-screen';
import { Conversation } from '../conversation';

export function OpenChat(props: Omit<ChatScreenProps, 'conversation' | 'onBegin'>) {
  // The server has drawn its cards. Were their code loaded after the page has begun, any news in between would take them away.
  if (props.initial?.messages.some(hasCard)) use(ApprovalCard.prepare());
  return <ChatScreen conversation={Conversation} {...props} />;
}

/** One that waits for a person. */
function hasCard({ parts }: AmberMessage): boolean {
  return parts.some((part) => part.type === 'data-approval' && part.data.status === 'pending');
}
