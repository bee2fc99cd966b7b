/** What the page derives from a list of messages. Pure. */
import { isMissingTools } from '@/components/tool-call/call-view';
import { say } from '@/components/words/say';
import { told } from '@/components/words/told';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { AmberMessage, ChatStatus } from '@/lib/runs/chat-view';
import type { Attachment } from '@/lib/values/attachment';

/** The files of a message. */
export function filesOf(message: Pick<AmberMessage, 'parts'>): Attachment[] {
  return message.parts.flatMap((part) => (part.type === 'data-attachment' ? [part.data] : []));
}

/** All text of a message, without the app's own parts. */
export function textOf(message: AmberMessage): string {
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/**
 * Whether a call waits for a decision. Only the last turn can contain one, since a new message withdraws it. The call's
 * own part says so slightly longer than its card.
 */
export function hasOpenCard(messages: readonly AmberMessage[]): boolean {
  const parts = messages.at(-1)?.parts ?? [];
  const over = new Set(
    parts.flatMap((part) =>
      part.type === 'data-approval' && part.data.status !== 'pending' ? [part.data.toolCallId] : [],
    ),
  );
  return parts.some(
    (part) =>
      part.type === 'dynamic-tool' && part.state === 'approval-requested' && !over.has(part.toolCallId),
  );
}

/** In the last turn, the card that expires last. */
export function lastOpenCard(messages: readonly AmberMessage[]): ApprovalView | undefined {
  const open = (messages.at(-1)?.parts ?? []).flatMap((part) =>
    part.type === 'data-approval' && part.data.status === 'pending' ? [part.data] : [],
  );
  return open.toSorted((one, other) => other.expiresAt.localeCompare(one.expiresAt))[0];
}

/**
 * What the last turn waits for: a decision, the end of a hold, or a person's resolution of a call with an unknown
 * outcome.
 */
export function waitsFor(messages: readonly AmberMessage[]): 'card' | 'held' | 'unknown' | null {
  const parts = messages.at(-1)?.parts ?? [];
  if (hasOpenCard(messages)) return 'card';
  if (parts.some((part) => part.type === 'data-approval' && part.data.held)) return 'held';
  return parts.some((part) => part.type === 'data-doubt' && !part.data.resolution) ? 'unknown' : null;
}

/** Why the last turn ended without an answer; null if it did not. */
export function failureOf(messages: readonly AmberMessage[]): { retryable: boolean } | null {
  for (const part of messages.at(-1)?.parts ?? []) {
    if (part.type === 'data-run-error') return part.data;
  }
  return null;
}

/** The servers whose tools the newest non-empty answer lacked, and why. */
export function missingIn(messages: readonly AmberMessage[]) {
  const newest = messages.findLast(
    ({ role, parts }) => role === 'assistant' && parts.some(({ type }) => type !== 'step-start'),
  );
  return newest?.parts
    .flatMap((part) => (part.type === 'data-notice' && isMissingTools(part) ? [part.data] : []))
    .at(-1);
}

/** How a run ended, for screen readers: a stop and the step limit have notices of their own. */
export function endWords(messages: readonly AmberMessage[], status: ChatStatus): string {
  const last = messages.at(-1);
  const ending = last?.parts.at(-1);
  if (ending?.type === 'data-notice' && !ending.data.isKnown) return told(ending.data.text);
  if (status === 'failed' || failureOf(messages)) return say('message.failed');
  return last?.role === 'assistant' ? say('message.complete') : say('message.none');
}

/**
 * The stored messages, followed by those that the page has after them: an answer being streamed.
 * @param answering its id, if known: any other answer belongs to a version that was left
 */
export function withTail(stored: AmberMessage[], shown: AmberMessage[], answering?: string): AmberMessage[] {
  const last = shown.findIndex(({ id }) => id === stored.at(-1)?.id);
  const [next, ...rest] = last < 0 ? [] : shown.slice(last + 1);
  if (!next || (answering !== undefined && next.role === 'assistant' && next.id !== answering)) return stored;
  return [...stored, next, ...rest];
}
