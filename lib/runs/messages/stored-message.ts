/**
 * A message as it is stored: text, what the app said in its course, and references to calls, cards and forms. What became
 * of those stands in their own rows and nowhere else.
 */
import type { ProviderMetadata, UIMessage } from 'ai';
import type { AmberData, MessageMetadata } from '../chat-view';

/** A call of the ledger in its place within the message, with what the stream said of it and no row holds. */
export interface CallRef {
  type: 'call';
  /** The ledger's id of its first round. */
  callId: string;
  toolCallId: string;
  /** What the model's provider gave with the call and wants to read again. */
  callProviderMetadata?: ProviderMetadata;
  /** The SDK's request that was answered with no at once, without asking anybody. */
  refusal?: { id: string };
  /** The SDK has said it that a person, or the time, said no: from then on the call is over. */
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

/** A message with its calls told, as the model reads it; every `AmberMessage` is one. */
export type DraftMessage = UIMessage<MessageMetadata, DraftData>;
export type DraftPart = DraftMessage['parts'][number];

/** A whole tool part is a call that the ledger never knew: of no tool that is there, or with arguments that do not fit. */
export type StoredPart = DraftPart | CallRef;

export interface StoredMessage extends Omit<DraftMessage, 'parts'> {
  parts: StoredPart[];
}

export function isCallRef(part: StoredPart): part is CallRef {
  return part.type === 'call';
}
