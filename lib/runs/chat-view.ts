// Shared with the browser: types and pure functions only.
/** Chats and messages as the API answers them and the page shows them. */
import type { UIMessage } from 'ai';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { ElicitationView } from '@/lib/elicitation/elicitation-view';
import type { CallLog, CallMetadata, CallRecord, Order } from '@/lib/execution/call-record';
import type { Mode } from '@/lib/policy/policy';
import type { UnknownCallView } from '@/lib/unknowns/unknown-call-view';
import type { Attachment } from '@/lib/values/attachment';

export type { CallMetadata, CallRecord, Mode };

export type ChatStatus = 'idle' | 'running' | 'waiting' | 'failed';

/** Why a turn ended without an answer. */
export interface RunError {
  message: string;
  /** Whether sending the same message again may help. */
  retryable: boolean;
}

/**
 * Our own parts: `data-call`, `data-call-log`, `data-approval` and `data-doubt` (a call with an unknown outcome: it may
 * or may not have taken effect) have the tool call's id as their own id, so that a later one replaces the earlier one;
 * `data-elicitation` (what its server asked during a call) has an id of its own; `data-run-error` is the last part of a
 * failed turn; `data-notice` is a sentence from the app (stopped, step limit); `data-order` is in a person's message:
 * the one call that answers it; `data-attachment` is a file sent with it.
 */
export type AmberData = {
  call: CallRecord;
  'call-log': CallLog;
  approval: ApprovalView;
  doubt: UnknownCallView;
  elicitation: ElicitationView;
  attachment: Attachment;
  'run-error': RunError;
  order: Order;
  /**
   * `servers`: whose tools are missing; `reasons`: why, for those who may know; `tools`: those that the model's
   * provider refuses; `signIn`: the servers that lack a sign-in; `isKnown`: the previous answer says the same, so the
   * page need not; `isEnd`: how the answer ended, until it continues.
   */
  notice: {
    text: string;
    servers?: string[];
    reasons?: { server: string; why: string }[];
    tools?: string[];
    signIn?: string[];
    isKnown?: boolean;
    isEnd?: boolean;
  };
};

/** One version of a message that was reworded, or of an answer that was regenerated. */
export interface MessageVersion {
  id: string;
  /** What distinguishes it from the others: its text from where they differ. */
  name: string;
  /** Calls in it, or after it, that ran and changed something; absent for the version that is shown. */
  ran?: RanElsewhere[];
}

/** A call that ran in a branch that is not shown: it is still in effect. */
export interface RanElsewhere {
  callId: string;
  /** The tool's title, and its server. */
  title: string;
  server: string;
  /** The answer that contains it. */
  messageId: string;
  /** Its outcome is unknown. */
  unknown?: true;
}

/** How an answer came about. */
export interface Made {
  /** Id of the model in the list of models, and its title. */
  model: string;
  title: string;
  /** How much of the context window its last step took, in tokens; `estimated`: the provider did not say. */
  tokens?: number;
  estimated?: true;
  window?: number;
  /** The model's real limit is unknown: `window` is what Amber assumes. */
  assumed?: true;
  /** Id of the first message that the model read, if older ones were left out. */
  since?: string;
}

/** The older part of a chat as the model reads it; the messages themselves stay. */
export interface SummaryView {
  text: string;
  /** Id of the last message that it covers. */
  upTo: string;
  /** Words from outside had come into the chat by then. */
  outside: boolean;
}

/** Feedback of the chat's owner on an answer; `words`: why, if they said. */
export interface Feedback {
  good: boolean;
  words: string;
}

/** `until`: when the answer in progress stops by itself. Both ISO 8601, UTC. */
export interface MessageMetadata {
  createdAt?: string;
  until?: string;
  /** Oldest first, including this one; absent if it is the only one. */
  versions?: MessageVersion[];
  /** For an answer; absent if it was not recorded. */
  made?: Made;
  /** For an answer; absent if there is none. */
  feedback?: Feedback;
}

export type AmberMessage = UIMessage<MessageMetadata, AmberData>;

export interface ChatSummary {
  id: string;
  title: string;
  mode: Mode;
  /** ISO 8601, UTC. */
  updatedAt: string;
  status: ChatStatus;
  /**
   * Something in it waits for a person, whatever the state of its run: a card, a form, or a call with an unknown
   * outcome.
   */
  waits: boolean;
  /** Pinned to the top of the list; archived. */
  pinned: boolean;
  archived: boolean;
  /** In no list, and erased soon after its last use. */
  temporary: boolean;
  /** Id of the owner's folder that it is in; null if none. */
  folder: string | null;
}

/** The part of a chat to read: without `before`, its end. */
export interface ChatPart {
  /** A message's id: only older messages. */
  before?: string | undefined;
  /** At most this many messages. */
  limit?: number | undefined;
  /**
   * At most this many bytes as stored, and about as many in the response; the last message with what it answers is
   * always included at the end of a chat, and one message elsewhere.
   */
  size?: number | undefined;
}

/**
 * What the page shows at first, and adds each time one scrolls to its beginning: HTML and the browser's initial data
 * contain it twice.
 */
export const SHOWN_AT_ONCE = { limit: 40, size: 100_000 } satisfies ChatPart;

/** How many chats the side bar loads at once. */
export const LISTED_AT_ONCE = 50;
/** The same for a folder's chats. */
export const LISTED_IN_FOLDER = 30;

/** The source of words from outside: a call's result, an attached file, or an import from another app. */
export type Outside =
  | { callId: string; server: string; tool: string }
  | { file: string }
  | { imported: 'ChatGPT' | 'Claude' };

/** Each file and each tool once. */
export interface OutsideSources {
  count: number;
  first: ({ server: string; tool: string } | { file: string })[];
}

export interface ChatView extends ChatSummary {
  /** Until when `yolo` is active; null in the other modes. */
  yoloUntil: string | null;
  /** Id of the model chosen for it; null: the default. */
  model: string | null;
  /** Grows with every change; the event stream sends the latest. */
  rev: number;
  /** What first brought words from outside into it, unless an admin has cleared it: then writes ask. */
  outside: Outside | null;
  /** If several files or tools did: how many, and the first three. */
  outsideSources?: OutsideSources;
  /** The summary that replaces its older messages for the model; null if there is none. */
  summary: SummaryView | null;
  /** Whether the reader may write (the owner), or only read (an admin of the team). */
  mayWrite: boolean;
  /**
   * Not a conversation: holds the requests of other clients with one of the owner's tokens, whose name is the title.
   */
  ofToken?: boolean;
  /** Not a conversation either: the place of a sub-agent of this chat. */
  rootId?: string;
  /** One page, oldest first. */
  messages: AmberMessage[];
  /** `before` for the page with older ones; null if there are none. */
  next: string | null;
  /**
   * Ids of the messages, on whichever page, and of versions that are not shown, in which something waits for a person;
   * oldest first.
   */
  waitsIn: string[];
  /** Id of the answer in progress; absent if there is none. */
  answering?: string;
  /** Queued messages of the owner, oldest first. */
  queued: { id: string; text: string; files?: Attachment[] }[];
}

/**
 * One event of `GET /api/events`: something changed in one of the caller's chats, or in the rules or servers that they
 * see.
 */
export type AmberEvent = ChatEvent | PolicyEvent | ServersEvent;

export interface ChatEvent {
  chatId: string;
  rev: number;
  running: boolean;
}

export interface PolicyEvent {
  /** The present version of the rules. */
  policy: number;
}

/** For admins. */
export interface ServersEvent {
  /** The present version of the team's servers. */
  servers: number;
}
