/** Converts a person's own messages for the server, and back. Pure. */
import type { OutgoingMessage } from '@/components/api/chat-api';
import type { AmberMessage } from '@/lib/runs/chat-view';
import type { Attachment } from '@/lib/values/attachment';
import type { QueuedMessage } from '../message-queue';

/** A person's message as the page shows it before the server has it. */
export function ownMessage({ id, text, files = [] }: QueuedMessage, now = new Date()): AmberMessage {
  const attached = files.map((file) => ({ type: 'data-attachment' as const, id: file.id, data: file }));
  const metadata = { createdAt: now.toISOString() };
  return { id, role: 'user', parts: [{ type: 'text', text }, ...attached], metadata };
}

/** As it is sent: files by their ids. */
export function wireMessage({ id, text, files = [] }: QueuedMessage): OutgoingMessage['message'] {
  return { id, text, ...(files.length > 0 && { uploads: files.map((file) => file.id) }) };
}

/** What goes back into the composer. */
export interface Returned {
  text: string;
  files: Attachment[];
}

/** From withdrawn messages, oldest first; null if there were none. */
export function returnedOf(messages: readonly QueuedMessage[]): Returned | null {
  if (messages.length === 0) return null;
  const text = messages.flatMap((message) => message.text || []).join('\n');
  return { text, files: messages.flatMap(({ files = [] }) => files) };
}

/** An unchanged message that the server had not accepted keeps its id, so that it cannot arrive twice. */
export function sentAgain(message: QueuedMessage, unsent: QueuedMessage | null): QueuedMessage {
  const said = ({ text, files = [] }: QueuedMessage) => JSON.stringify([text, files.map(({ id }) => id)]);
  return unsent && said(unsent) === said(message) ? unsent : message;
}
