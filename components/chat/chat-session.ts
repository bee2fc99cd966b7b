/**
 * One open chat in one tab, without React: what a person can do in it, and how the page learns the results. Everything
 * shown comes from the server; only a message being sent is shown earlier, and is withdrawn, its text returned, if the
 * server did not accept it.
 */
import { ApiError, type Fetch, newId } from '@/components/api/api';
import {
  createChat,
  deleteChat,
  hasArrived,
  isWell,
  loadChat,
  postMessage,
  stopRun,
  unsentWords,
  withdrawMessage,
} from '@/components/api/chat-api';
import type { News } from '@/components/api/news';
import { Problem } from '@/components/api/problem';
import { say } from '@/components/words/say';
import type { ChatPart, ChatView } from '@/lib/runs/chat-view';
import type { Attachment } from '@/lib/values/attachment';
import { ownMessage, type Returned, returnedOf, sentAgain, wireMessage } from './attached/own-message';
import { ChatSync } from './chat-sync';
import { choosing } from './choosing';
import { type Deciding, deciding } from './deciding';
import { EarlierMessages } from './earlier-messages';
import { LiveChat } from './live/live-chat';
import { MessageSender } from './live/message-sender';
import { MessageQueue, type QueuedMessage } from './message-queue';
import { hasOpenCard, withTail } from './messages';
import { type SessionState, shownOf, startOf } from './session-state';
import { Again } from './versions/again';

export class ChatSession {
  readonly chat: LiveChat;
  /** A person's decisions on cards. */
  readonly cards: Deciding;
  readonly choose: ReturnType<typeof choosing>;
  /** Retries and other versions. */
  readonly again: Again;
  private state: SessionState;
  private readonly listeners = new Set<() => void>();
  readonly earlier: EarlierMessages;
  readonly sender: MessageSender;
  private readonly queue: MessageQueue;
  private readonly problem = new Problem((problem) => this.update({ problem }));
  private sync: ChatSync;
  /** The chat's id on the server. */
  private chatId: string | null;
  /** The last message that the server did not accept: sent again unchanged it keeps its id, so it arrives once. */
  private unsent: QueuedMessage | null = null;
  /** The message sent last; the next one is sent when it has arrived. */
  private lastSent: Promise<boolean> = Promise.resolve(true);

  constructor(
    initial: ChatView | null,
    readonly call: Fetch = (input, init) => globalThis.fetch(input, init),
  ) {
    this.chatId = initial?.id ?? null;
    this.state = startOf(initial);
    this.queue = new MessageQueue(this.state.queued, (all) => this.update({ queued: all }));
    this.cards = deciding(call, this.refresh);
    this.choose = choosing({
      id: () => this.chatId,
      call,
      attempt: (notDone, act) => this.attempt(notDone, act),
      update: (change) => this.update(change),
    });
    this.sender = new MessageSender(call, () => this.chatId ?? '');
    this.chat = new LiveChat(initial?.messages ?? [], {
      generateId: newId,
      requests: this.sender.requests(),
      onFinish: ({ isAbort }) => {
        if (!isAbort) queueMicrotask(() => this.refresh());
      },
    });
    const load = (part: ChatPart) => loadChat(this.chatId ?? '', call, part);
    this.earlier = new EarlierMessages(this.chat, initial, load, (earlier) => this.update({ earlier }));
    this.again = new Again(this, {
      attempt: (notDone, act) => this.attempt(notDone, act),
      begun: (asked) => this.update({ status: 'running', isStored: false, ...(asked && { asked }) }),
      ordering: () => this.queue.order(this.chat.messages),
    });
    this.sync = this.makeSync(initial?.rev ?? 0);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  snapshot = (): SessionState => this.state;

  /** Keeps the chat up to date from now on. */
  open(): void {
    this.chat.prepare();
    if (this.chatId) this.sync.start();
  }

  /** Stops following. The run itself continues on the server, and `open` catches up with it. */
  close(): void {
    this.sync.stop();
    void this.chat.stop();
  }

  /** Something changed in one of the person's chats. */
  news(news: News): void {
    if (this.state.isGone) return;
    if (!this.chatId) this.refresh();
    else if (news === null) this.sync.catchUp();
    else if ('chatId' in news && news.chatId === this.chatId) this.sync.news(news);
  }

  /** Catches up with the server. */
  refresh = (): void => {
    if (this.chatId && !this.state.isGone) this.sync.refresh();
    // There is no chat yet to load.
    else if (this.problem.isPassing) void isWell(this.call).then((isSo) => isSo && this.problem.over());
  };

  /** Sends a message; during an answer it is queued. False: not accepted, its text goes back into the composer. */
  send = (text: string, files: Attachment[] = []): Promise<boolean> => {
    const message = sentAgain({ id: newId(), text, ...(files.length > 0 && { files }) }, this.unsent);
    const mustWait = this.isBusy() || this.state.status === 'running' || this.state.queued.length > 0;
    this.lastSent = mustWait ? this.enqueue(message, this.lastSent) : this.deliver(message);
    return this.lastSent;
  };

  /** Withdraws a queued message. Returns what goes back into the composer. */
  withdraw = async (id: string): Promise<Returned | null> => {
    const message = this.queue.all.find((one) => one.id === id);
    const isDone = await this.attempt(say('chat.not-withdrawn'), async () => {
      await withdrawMessage(this.chatId ?? '', id, this.call);
      this.queue.drop(id);
      return true;
    });
    return returnedOf(isDone && message ? [message] : []);
  };

  /** Returns the queued messages, if any, which go back into the composer. */
  stop = async (): Promise<Returned | null> => {
    const withdrawn = await this.attempt(say('chat.not-stopped'), async () => {
      // Before the server has the message, there is nothing to stop.
      await this.lastSent;
      return this.chatId ? stopRun(this.chatId, this.call) : [];
    });
    for (const { id } of withdrawn ?? []) this.queue.drop(id);
    return returnedOf(withdrawn ?? []);
  };

  dismissProblem = (): void => this.problem.clear();

  private async attempt<Result>(notDone: string, act: () => Promise<Result>): Promise<Result | null> {
    const result = await this.problem.attempt(notDone, act);
    this.refresh();
    return result;
  }

  private isBusy(): boolean {
    return this.state.isSending || ['submitted', 'streaming'].includes(this.chat.status);
  }

  private async deliver(message: QueuedMessage): Promise<boolean> {
    const { id } = message;
    const withdrawsCard = hasOpenCard(this.chat.messages);
    this.problem.clear();
    this.update({ isSending: true, isStored: false, asked: id });
    this.chat.messages = [...this.chat.messages, ownMessage(message)];
    try {
      if (await this.transmit(message)) this.moveToQueue(message);
      else if (withdrawsCard) void this.showWithdrawn(id);
    } catch (error) {
      if (!(await hasArrived(this.chatId, id, error, this.call))) return this.takeBack(message, error);
    }
    this.unsent = null;
    this.update({ id: this.chatId, isSending: false, isReachable: true });
    this.refresh();
    return true;
  }

  /** Without the SDK, which is reading another answer. */
  private async enqueue(message: QueuedMessage, before: Promise<unknown>): Promise<boolean> {
    this.problem.clear();
    this.queue.leave(message);
    await before;
    // The message that should have created the chat was refused.
    if (!this.chatId) {
      this.queue.drop(message.id);
      return this.deliver(message);
    }
    try {
      await postMessage({ chatId: this.chatId, message: wireMessage(message) }, this.call);
    } catch (error) {
      if (!(await hasArrived(this.chatId, message.id, error, this.call)))
        return this.takeBack(message, error);
    }
    // Even if its run began at once it stays queued here, until the chat is loaded with it in its place.
    this.queue.arrive(message);
    this.unsent = null;
    this.update({ isReachable: true });
    this.refresh();
    return true;
  }

  /** An answer was in progress after all: another tab had begun it. */
  private moveToQueue(message: QueuedMessage): void {
    this.chat.messages = this.chat.messages.filter(({ id }) => id !== message.id);
    this.queue.arrive(message);
  }

  /**
   * A chat is created only with its first message, so that opening an empty page leaves nothing behind.
   * @returns whether the message is queued
   */
  private async transmit(message: QueuedMessage): Promise<boolean> {
    if (!this.chatId) {
      this.chatId = await createChat(this.state, this.call);
      this.sync.start();
    }
    return this.sender.deliver(this.chat, ownMessage(message));
  }

  private async takeBack(message: QueuedMessage, error: unknown): Promise<false> {
    this.unsent = message;
    this.queue.drop(message.id);
    if (this.chat.messages.some((shown) => shown.id === message.id)) {
      this.chat.messages = this.chat.messages.filter((shown) => shown.id !== message.id);
      this.chat.clearError();
    }
    if (error instanceof ApiError && !error.isNetwork) await this.unmake();
    this.update({ isSending: false, isStored: true });
    this.problem.say(`${say('chat.not-sent')} ${unsentWords(error)}`, error);
    this.refresh();
    return false;
  }

  /**
   * A chat created for a message that the server then refused is deleted: otherwise it would stay empty in every list.
   */
  private async unmake(): Promise<void> {
    const id = this.chatId;
    if (id === null || this.state.id !== null) return;
    this.sync.stop();
    this.sync = this.makeSync(0);
    this.chatId = null;
    // If that fails, the person finds an empty chat, and can delete it.
    await deleteChat(id, this.call).catch(() => undefined);
  }

  /** The new message withdrew a card that is still shown: updated before the answer is complete. */
  private async showWithdrawn(id: string): Promise<void> {
    const stored = await this.earlier.upTo(id);
    if (stored) this.chat.messages = withTail(stored, this.chat.messages);
  }

  private makeSync(rev: number): ChatSync {
    return new ChatSync(
      {
        load: async () => {
          const { taken } = this.queue;
          const view = await this.earlier.newest();
          this.problem.over();
          if (!view) this.update({ isGone: true });
          return view && this.queue.upToDate(view, taken);
        },
        show: (view: ChatView) => this.show(view),
        showBeside: (view: ChatView) => this.showBeside(view),
        follow: () => this.chat.resumeStream(),
        isStreaming: () => this.isBusy(),
        reachable: (isReachable: boolean) => this.update({ isReachable }),
      },
      rev,
    );
  }

  private show(view: ChatView): void {
    // A running answer is stored only at its end: until its stream is read again, what was already read stays.
    const stored = this.earlier.join(view);
    this.chat.messages =
      view.status === 'running' ? withTail(stored, this.chat.messages, view.answering) : stored;
    if (this.chat.status === 'error') this.chat.clearError();
    this.queue.show(view.queued);
    const asked = this.queue.turn(view.messages) ?? this.state.asked;
    this.update({ ...shownOf(view), asked });
  }

  private showBeside(view: ChatView): void {
    this.queue.showBeside(view);
    const { status: _later, isStored: _then, ...beside } = shownOf(view);
    this.update(beside);
  }

  private update(change: Partial<SessionState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}
