// Shared with the browser: types and pure functions only.
/** The inbox: everything that waits for a person, each with its conversation. */

import type { ApprovalFilterOptions, ApprovalPage, ApprovalView } from '@/lib/approvals/approval-view';
import type { Mode } from '@/lib/policy/policy';
import type { UnknownCallView } from '@/lib/unknowns/unknown-call-view';

/** An excerpt of a conversation; `cut` is how many characters were left out. */
export interface Excerpt {
  text: string;
  cut: number;
}

/** The place of the sub-agent that asked. */
export interface Within {
  /** The chat in which a person has asked. */
  chatId: string;
  /** The sub-agents, outermost first: the bare name of the tool that began each, and its role. */
  agents: {
    tool: string;
    role: string | null /** No other but our own has sub-agents: others have pages. */;
    server: string;
  }[];
}

/** The context of a card, for those who decide elsewhere. */
export interface ApprovalContext {
  /** The title of the chat in which a person has asked; null if it was deleted. */
  title: string | null;
  /** A sub-agent asked on behalf of that chat. */
  within?: Within;
  /** The chat's present mode. */
  mode: Mode;
  /** The beginning of the message and the end of the answer; null if there is none. */
  asked: Excerpt | null;
  answered: Excerpt | null;
  /** The call's status in the ledger; null if it has none. */
  outcome: string | null;
}

export interface ApprovalInContext extends ApprovalView {
  context: ApprovalContext;
}

/** A call with an unknown outcome, for people who are not in its chat. */
export interface UnknownCallInContext extends UnknownCallView {
  chatId: string;
  /** The chat's owner. */
  requestedBy: { id: string; name: string };
  /** The chat has moved on since. */
  isPast: boolean;
  context: ApprovalContext;
}

/** A page of the inbox: cards with their conversations, and the filter options. */
export interface InboxPage extends ApprovalPage<ApprovalInContext> {
  choices: ApprovalFilterOptions;
  /** Calls with an unknown outcome; only on the first page of what waits. */
  unknownCalls: UnknownCallInContext[];
}
