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
 * Parts that are ours: `data-call`, `data-call-log`, `data-approval` and `data-doubt` (a call with an unknown outcome: nobody knows whether it took
 * effect) carry the tool call's id as their own id, so that a later one replaces the earlier one; `data-elicitation` (what
 * its server asked in the middle of a call) has an id of its own; `data-run-error` stands last in a turn that failed;
 * `data-notice` is a sentence from the app (stopped, step limit); `data-order` stands in a message of a person's: the one call that answers it; `data-attachment`
 * is a file that they have sent with it.
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
  /** `servers`: whose tools are missing, `reasons`: why, for those who may know; `tools`: which the model's provider refuses; `signIn`: at which of the servers a sign-in is missing;
   * `isKnown`: the answer before it says the same, the page need not; `isEnd`: how the answer ended, until it goes on. */
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

/** One version of a message that was said, or answered, more than once. */
export interface MessageVersion {
  id: string;
  /** What sets it apart from the others: its words from where they differ. */
  name: string;
  /** What has run in it, or after it, and changed something; absent for the version that is shown. */
  ran?: RanElsewhere[];
}

/** A call that has run in a branch that is not shown: it holds all the same. */
export interface RanElsewhere {
  callId: string;
  /** Of the tool, and whose that is. */
  title: string;
  server: string;
  /** Of the answer in which it stands. */
  messageId: string;
  /** Nobody knows whether it took effect. */
  unknown?: true;
}

/** How an answer came about. */
export interface Made {
  /** Id of the model in the list of models, and what people call it. */
  model: string;
  title: string;
  /** What its last step took of what the model can take, in tokens; `estimated`: the provider did not say. */
  tokens?: number;
  estimated?: true;
  window?: number;
  /** Nobody has said how much the model can take: `window` is what Amber gives it. */
  assumed?: true;
  /** Id of the first message that the model read, where older ones were left out. */
  since?: string;
}

/** The older part of a chat as the model reads it; the messages stay. */
export interface SummaryView {
  text: string;
  /** Id of the last message that it tells of. */
  upTo: string;
  /** Words from outside had come into the chat by then. */
  outside: boolean;
}

/** What the chat's owner thinks of an answer; `words`: why, if they said. */
export interface Feedback {
  good: boolean;
  words: string;
}

/** `until`: when the answer that is being written stops by itself. Both ISO 8601, UTC. */
export interface MessageMetadata {
  createdAt?: string;
  until?: string;
  /** Oldest first, this one among them; absent: it is the only one. */
  versions?: MessageVersion[];
  /** Of an answer; absent: nobody noted it. */
  made?: Made;
  /** Of an answer; absent: nothing was said. */
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
  /** Something in it waits for a person, whatever became of its run: a card, a form, or a call with an unknown outcome. */
  waits: boolean;
  /** On top of the list; out of it. */
  pinned: boolean;
  archived: boolean;
  /** In no list, and erased soon after it was last used. */
  temporary: boolean;
  /** Id of the folder of its owner in which it is kept; null: in none. */
  folder: string | null;
}

/** Which part of a chat is wanted: its end without `before`. */
export interface ChatPart {
  /** A message's id: what is older than that. */
  before?: string | undefined;
  /** Messages at most. */
  limit?: number | undefined;
  /** Bytes at most, as they are stored, and about as many in the answer; at the end the last message and what it answers come all the same, elsewhere one message. */
  size?: number | undefined;
}

/** What the page shows at first, and adds each time that one scrolls to its beginning: HTML and what the browser begins with hold it twice. */
export const SHOWN_AT_ONCE = { limit: 40, size: 100_000 } satisfies ChatPart;

/** Chats of the side bar that are asked for at once. */
export const LISTED_AT_ONCE = 50;
/** The same of a folder's chats. */
export const LISTED_IN_FOLDER = 30;

/** Through what words from outside came in: a call's result, an attached file, or that the chat was taken from another app's. */
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
  /** Until when `yolo` holds; null in the other modes. */
  yoloUntil: string | null;
  /** Id of the model that was chosen for it; null: the default one. */
  model: string | null;
  /** Grows with every change; the event stream tells the newest. */
  rev: number;
  /** What first brought words from outside into it, unless an admin has cleared that: writes ask. */
  outside: Outside | null;
  /** Where several files or tools did: how many, and the first three. */
  outsideSources?: OutsideSources;
  /** What stands in the place of its older messages for the model; null: nothing does. */
  summary: SummaryView | null;
  /** Whether the reader may write (the owner), or only reads (an admin of the team). */
  mayWrite: boolean;
  /** No conversation: what other clients asked with one of the owner's tokens, whose name is the title. */
  ofToken?: boolean;
  /** No conversation either: a sub-agent works here, for this chat. */
  rootId?: string;
  /** A page of them, oldest first. */
  messages: AmberMessage[];
  /** `before` of the page with older ones; null: there are none. */
  next: string | null;
  /** Ids of the messages, on whichever page, and of versions that are not shown, in which something waits for a person; oldest first. */
  waitsIn: string[];
  /** Id of the answer that is being written; absent: none is. */
  answering?: string;
  /** What the owner has sent since and waits for its turn, oldest first. */
  queued: { id: string; text: string; files?: Attachment[] }[];
}

/** One line of `GET /api/events`: something changed in one of the caller's chats, or in the rules or servers that they see. */
export type AmberEvent = ChatEvent | PolicyEvent | ServersEvent;

export interface ChatEvent {
  chatId: string;
  rev: number;
  running: boolean;
}

export interface PolicyEvent {
  /** The version that the rules have now. */
  policy: number;
}

/** For admins. */
export interface ServersEvent {
  /** The version that the team's servers have now. */
  servers: number;
}
