// Shared with the browser: types and pure functions only.
/** The inbox: what waits for a person, each in its conversation. */

import type { ApprovalFilterOptions, ApprovalPage, ApprovalView } from '@/lib/approvals/approval-view';
import type { Mode } from '@/lib/policy/policy';
import type { UnknownCallView } from '@/lib/unknowns/unknown-call-view';

/** Some words of a conversation; `cut` is how many characters were left out. */
export interface Excerpt {
  text: string;
  cut: number;
}

/** Where a sub-agent has asked. */
export interface Within {
  /** In which a person has. */
  chatId: string;
  /** The sub-agents, the first one first: the bare name of the tool that began each, and as what it works. */
  agents: {
    tool: string;
    role: string | null /** No other but our own has sub-agents: others have pages. */;
    server: string;
  }[];
}

/** What a card was asked in, for those who decide elsewhere. */
export interface ApprovalContext {
  /** Of the chat in which a person has asked; null when it was deleted. */
  title: string | null;
  /** A sub-agent asked for that chat. */
  within?: Within;
  /** Of the chat, as it holds now. */
  mode: Mode;
  /** The beginning of the message and the end of the answer; null where there is none. */
  asked: Excerpt | null;
  answered: Excerpt | null;
  /** What became of the call: the ledger's word; null where it has none. */
  outcome: string | null;
}

export interface ApprovalInContext extends ApprovalView {
  context: ApprovalContext;
}

/** A call whose outcome is unknown, for those who are elsewhere than in its chat. */
export interface UnknownCallInContext extends UnknownCallView {
  chatId: string;
  /** The chat's owner. */
  requestedBy: { id: string; name: string };
  /** The chat has moved on since. */
  isPast: boolean;
  context: ApprovalContext;
}

/** A page of the inbox: in their conversations, with what can be chosen from. */
export interface InboxPage extends ApprovalPage<ApprovalInContext> {
  choices: ApprovalFilterOptions;
  /** Calls whose outcome is unknown; on the first page of what waits only. */
  unknownCalls: UnknownCallInContext[];
}
