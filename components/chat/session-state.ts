/** What the page knows of a chat apart from its messages. */

import { say } from '@/components/words/say';
import type { ChatStatus, ChatView, Mode } from '@/lib/runs/chat-view';
import type { Earlier } from './earlier-messages';
import type { QueuedMessage } from './message-queue';

export interface SessionState {
  /** Null until the first message of a new chat was taken by the server. */
  id: string | null;
  title: string;
  mode: Mode;
  /** ISO 8601, UTC. */
  yoloUntil: string | null;
  /** Id of the model that was chosen; null: the default one. */
  model: string | null;
  /** It is in no list and not kept for long. */
  temporary: boolean;
  status: ChatStatus;
  mayWrite: boolean;
  /** What other clients asked with a token: nobody writes in it. */
  ofToken?: boolean | undefined;
  /** A sub-agent works in it, for this chat: nobody writes in it. */
  rootId?: string | undefined;
  /** As it was when the chat was loaded last. */
  archived: boolean;
  folder: string | null;
  pinned: boolean;
  /** What has brought words from outside into it, since when writes ask; null: nothing has, or an admin cleared it. */
  outside: ChatView['outside'];
  outsideSources?: ChatView['outsideSources'];
  /** What the model reads in the place of older messages. */
  summary: ChatView['summary'];
  /** Whether there are messages older than those that are shown. */
  earlier: Earlier;
  /** Ids of the messages in which something waits for a person, shown or not. */
  waitsIn: readonly string[];
  /** Messages that wait for the answer before them, in the order in which they will be sent. */
  queued: QueuedMessage[];
  /** Id of the question that was asked last on this page; null: none yet. */
  asked: string | null;
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

const newChat = (): SessionState => ({
  id: null,
  title: say('place.new-chat'),
  mode: 'default',
  yoloUntil: null,
  model: null,
  temporary: false,
  status: 'idle',
  mayWrite: true,
  archived: false,
  folder: null,
  pinned: false,
  outside: null,
  summary: null,
  earlier: 'all',
  waitsIn: [],
  queued: [],
  asked: null,
  isSending: false,
  isReachable: true,
  isGone: false,
  isStored: true,
  problem: null,
});

/** What a page begins with. */
export function startOf(initial: ChatView | null): SessionState {
  if (!initial) return newChat();
  const earlier = initial.next === null ? 'all' : 'more';
  return { ...newChat(), ...shownOf(initial), queued: initial.queued, earlier };
}

/** What of a stored chat stands beside its messages. */
export function shownOf(view: ChatView) {
  const { id, title, mode, yoloUntil, model, status, mayWrite, ofToken, rootId } = view;
  const { archived, pinned, folder } = view;
  const { outside, outsideSources, summary, temporary, waitsIn } = view;
  const isStored = status !== 'running';
  return {
    id,
    title,
    mode,
    yoloUntil,
    model,
    temporary,
    status,
    mayWrite,
    ofToken,
    rootId,
    archived,
    folder,
    pinned,
    outside,
    outsideSources,
    summary,
    waitsIn,
    isStored,
  };
}
