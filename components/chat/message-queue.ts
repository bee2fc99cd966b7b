/** Queued messages: those that the server has, and those still on their way to it. No React, no requests. */
import type { ChatView } from '@/lib/runs/chat-view';

export type QueuedMessage = ChatView['queued'][number];

type Told = Pick<ChatView, 'messages' | 'queued'>;

export class MessageQueue {
  private leaving: QueuedMessage[] = [];
  /** Those sent by this page, in the order in which the server accepted them. */
  private readonly arrivals: QueuedMessage[] = [];
  /** The chat's messages when a button of this page ordered something, until its message is there. */
  private before: ReadonlySet<string> | null = null;

  constructor(
    private stored: QueuedMessage[],
    private readonly onChange: (queued: QueuedMessage[]) => void,
  ) {}

  /** All of them, in the order in which they will be sent. */
  get all(): QueuedMessage[] {
    const isStored = (message: QueuedMessage) => this.stored.some(({ id }) => id === message.id);
    return [...this.stored, ...this.leaving.filter((message) => !isStored(message))];
  }

  /** It is being sent to the server. */
  leave(message: QueuedMessage): void {
    this.leaving = [...this.leaving, message];
    this.tell();
  }

  /** The server has it. */
  arrive(message: QueuedMessage): void {
    if (!this.stored.some(({ id }) => id === message.id)) this.stored = [...this.stored, message];
    this.arrivals.push(message);
    this.forget(message.id);
  }

  /** How many of this page's messages the server has accepted; to be passed to `upToDate` with what is loaded now. */
  get taken(): number {
    return this.arrivals.length;
  }

  /**
   * A loaded state may be older than what the server has accepted meanwhile, which stays.
   * @param since `taken` when the loading began
   */
  upToDate<View extends Told>(view: View, since: number): View {
    const isTold = new Set([...view.messages, ...view.queued].map(({ id }) => id));
    const waits = new Set(this.all.map(({ id }) => id));
    const newer = this.arrivals.slice(since).filter(({ id }) => waits.has(id) && !isTold.has(id));
    return newer.length === 0 ? view : { ...view, queued: [...view.queued, ...newer] };
  }

  /** A button has ordered something: its message comes with the next loaded state. */
  order(shown: Told['messages']): void {
    this.before = new Set(shown.map(({ id }) => id));
  }

  /** The question from this page whose turn has come by the loaded state, if any: sent here, or ordered here. */
  turn(messages: Told['messages']): string | undefined {
    const asked = messages.findLast(({ role }) => role === 'user');
    if (!asked) return undefined;
    const isOrdered = this.before !== null && !this.before.has(asked.id);
    if (isOrdered) this.before = null;
    return isOrdered || this.arrivals.some(({ id }) => id === asked.id) ? asked.id : undefined;
  }

  /** It is no longer queued: withdrawn, refused, or sent at once. */
  drop(id: string): void {
    this.stored = this.stored.filter((message) => message.id !== id);
    this.forget(id);
  }

  /** What the server has now. */
  show(stored: QueuedMessage[]): void {
    this.stored = stored;
    this.tell();
  }

  /** The same during an answer: a message that has had its turn meanwhile stays until it is among the messages. */
  showBeside({ messages, queued }: Told): void {
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
