/**
 * Messages that wait for the answer before them: those that the server has, and those that are still on their way
 * to it. No React, no requests.
 */
import type { ChatView } from '@/lib/runs/chat-view';

export type QueuedMessage = ChatView['queued'][number];

export class MessageQueue {
  private leaving: QueuedMessage[] = [];

  constructor(
    private stored: QueuedMessage[],
    private readonly onChange: (queued: QueuedMessage[]) => void,
  ) {}

  /** All of them, in the order in which they will be sent. */
  get all(): QueuedMessage[] {
    const isStored = (message: QueuedMessage) => this.stored.some(({ id }) => id === message.id);
    return [...this.stored, ...this.leaving.filter((message) => !isStored(message))];
  }

  /** It is on its way to the server. */
  leave(message: QueuedMessage): void {
    this.leaving = [...this.leaving, message];
    this.tell();
  }

  /** The server has it. */
  arrive(message: QueuedMessage): void {
    if (!this.stored.some(({ id }) => id === message.id)) this.stored = [...this.stored, message];
    this.forget(message.id);
  }

  /** It waits no longer: withdrawn, refused, or sent at once. */
  drop(id: string): void {
    this.stored = this.stored.filter((message) => message.id !== id);
    this.forget(id);
  }

  /** What the server has now. */
  show(stored: QueuedMessage[]): void {
    this.stored = stored;
    this.tell();
  }

  /** The same while an answer is read: what has had its turn meanwhile stays until its message is there. */
  showBeside({ messages, queued }: Pick<ChatView, 'messages' | 'queued'>): void {
    const isSent = ({ id }: QueuedMessage) => messages.some((message) => message.id === id);
    this.show([...this.all.filter(isSent), ...queued]);
  }

  private forget(id: string): void {
    this.leaving = this.leaving.filter((message) => message.id !== id);
    this.tell();
  }

  private tell(): void {
    this.onChange(this.all);
  }
}
