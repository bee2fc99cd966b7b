/** What the page knows of a chat apart from its messages. */
import type { ChatStatus, ChatView, Mode } from '@/lib/runs/chat-view';
import type { QueuedMessage } from './message-queue';

export interface SessionState {
  /** Null until the first message of a new chat was taken by the server. */
  id: string | null;
  title: string;
  mode: Mode;
  /** ISO 8601, UTC. */
  yoloUntil: string | null;
  status: ChatStatus;
  mayWrite: boolean;
  /** What other clients asked with a token: nobody writes in it. */
  ofToken?: boolean | undefined;
  /** What has brought words from outside into it, since when writes ask; null: nothing has, or an admin cleared it. */
  outside: ChatView['outside'];
  /** Messages that wait for the answer before them, in the order in which they will be sent. */
  queued: QueuedMessage[];
  /** A message is on its way and not yet taken. */
  isSending: boolean;
  /** Whether the server answered when last asked. */
  isReachable: boolean;
  /** The chat was deleted, or the person may not see it any more. */
  isGone: boolean;
  /** What is shown is how the chat is stored: no answer is being written, nor has one broken off unheard. */
  isStored: boolean;
  /** What was not done and why, in words; null when all is well. */
  problem: string | null;
}

export const NEW_CHAT: SessionState = {
  id: null,
  title: 'New chat',
  mode: 'default',
  yoloUntil: null,
  status: 'idle',
  mayWrite: true,
  outside: null,
  queued: [],
  isSending: false,
  isReachable: true,
  isGone: false,
  isStored: true,
  problem: null,
};

/** What of a stored chat stands beside its messages. */
export function shownOf(view: ChatView) {
  const { id, title, mode, yoloUntil, status, mayWrite, ofToken, outside } = view;
  return { id, title, mode, yoloUntil, status, mayWrite, ofToken, outside, isStored: status !== 'running' };
}
