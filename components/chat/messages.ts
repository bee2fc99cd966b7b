/** What the page reads from a list of messages. Pure. */
import { isToolUIPart } from 'ai';
import type { AmberMessage } from '@/lib/runs/chat-view';

/** A person's message as it stands on the page before the server has it. */
export function userMessage(id: string, text: string, now = new Date()): AmberMessage {
  return { id, role: 'user', parts: [{ type: 'text', text }], metadata: { createdAt: now.toISOString() } };
}

/** All text of a message, without the app's own parts. */
export function textOf(message: AmberMessage): string {
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Whether a call waits for a decision. Only the last turn can hold one: a new message withdraws it. */
export function hasOpenCard(messages: readonly AmberMessage[]): boolean {
  const last = messages.at(-1);
  return last?.parts.some((part) => isToolUIPart(part) && part.state === 'approval-requested') ?? false;
}

/** Why the last turn ended without an answer; null when it did not. */
export function failureOf(messages: readonly AmberMessage[]): { retryable: boolean } | null {
  for (const part of messages.at(-1)?.parts ?? []) {
    if (part.type === 'data-run-error') return part.data;
  }
  return null;
}

/** The stored messages up to and including one, followed by what the page has after it (being streamed). */
export function storedUpTo(id: string, stored: AmberMessage[], shown: AmberMessage[]): AmberMessage[] {
  const storedEnd = stored.findIndex((message) => message.id === id);
  const shownEnd = shown.findIndex((message) => message.id === id);
  if (storedEnd < 0 || shownEnd < 0) return shown;
  return [...stored.slice(0, storedEnd + 1), ...shown.slice(shownEnd + 1)];
}
