/** What the page knows about a chat apart from its messages. */

import { say } from '@/components/words/say';
import type { ChatStatus, ChatView, Mode } from '@/lib/runs/chat-view';
import type { Earlier } from './earlier-messages';
import type { QueuedMessage } from './message-queue';

export interface SessionState {
  /** Null until the server has accepted the first message of a new chat. */
  id: string | null;
  title: string;
  mode: Mode;
  /** ISO 8601, UTC. */
  yoloUntil: string | null;
  /** Id of the chosen model; null: the default. */
  model: string | null;
  /** It is in no list and not kept for long. */
  temporary: boolean;
  status: ChatStatus;
  mayWrite: boolean;
  /** Holds the requests of other clients with a token: nobody writes in it. */
  ofToken?: boolean | undefined;
  /** The place of a sub-agent of this chat: nobody writes in it. */
  rootId?: string | undefined;
  /** As it was when the chat was last loaded. */
  archived: boolean;
  folder: string | null;
  pinned: boolean;
  /** What has brought words from outside into it, so that writes ask; null: nothing has, or an admin cleared it. */
  outside: ChatView['outside'];
  outsideSources?: ChatView['outsideSources'];
  /** The summary that replaces older messages for the model. */
  summary: ChatView['summary'];
  /** Whether there are messages older than those shown. */
  earlier: Earlier;
  /** Ids of the messages in which something waits for a person, shown or not. */
  waitsIn: readonly string[];
  /** Queued messages, in the order in which they will be sent. */
  queued: QueuedMessage[];
  /** Id of the question asked last on this page; null: none yet. */
  asked: string | null;
  /** A message is on its way and not yet accepted. */
  isSending: boolean;
  /** Whether the server answered when last asked. */
  isReachable: boolean;
  /** The chat was deleted, or the person may no longer see it. */
  isGone: boolean;
  /** What is shown is the stored chat: no answer is in progress, and none was interrupted unnoticed. */
  isStored: boolean;
  /** What was not done and why, in words; null if all is well. */
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

/** The parts of a stored chat besides its messages. */
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
