/**
 * A message as it is stored: text, what the app said in it, and references to calls, cards and forms. The state of
 * those is in their own rows and nowhere else.
 */
import type { ProviderMetadata, UIMessage } from 'ai';
import type { AmberData, MessageMetadata } from '../chat-view';

/** A call of the ledger at its place in the message, with what only the stream said about it. */
export interface CallRef {
  type: 'call';
  /** The ledger's id of its first round. */
  callId: string;
  toolCallId: string;
  /** What the model's provider attached to the call and expects back. */
  callProviderMetadata?: ProviderMetadata;
  /** The SDK's approval request, if it was denied at once without asking anybody. */
  refusal?: { id: string };
  /** The SDK has been told that a person, or expiry, denied it: after that the call is over. */
  toldNo?: true;
}

/** The newest card of a call. */
export interface CardRef {
  toolCallId: string;
}

/** A call with an unknown outcome, and the tools that could look it up when it was made. */
export interface UnknownCallRef {
  callId: string;
  checks: { tool: string; title: string }[];
}

export interface FormRef {
  id: string;
}

type DraftData = Omit<AmberData, 'approval' | 'doubt' | 'elicitation'> & {
  approval: CardRef;
  doubt: UnknownCallRef;
  elicitation: FormRef;
};

/** A message with its calls resolved, as the model reads it; every `AmberMessage` is one. */
export type DraftMessage = UIMessage<MessageMetadata, DraftData>;
export type DraftPart = DraftMessage['parts'][number];

/**
 * A tool part stored in full is a call that the ledger never knew: its tool does not exist, or its arguments do not
 * fit.
 */
export type StoredPart = DraftPart | CallRef;

export interface StoredMessage extends Omit<DraftMessage, 'parts'> {
  parts: StoredPart[];
}

export function isCallRef(part: StoredPart): part is CallRef {
  return part.type === 'call';
}
