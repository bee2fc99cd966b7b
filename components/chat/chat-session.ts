/**
 * One open chat in one tab, without React: what a person can do to it, and how the page learns what became of it.
 * Everything shown comes from the server; only a message that is being sent stands there ahead of it, and is
 * taken back, its text returned, when the server did not take it.
 */
import { Chat } from '@ai-sdk/react';
import type { Decide } from '@/components/tool-call/decide';
import type { AmberMessage, ChatEvent, ChatStatus, ChatView, Mode } from '@/lib/runs/chat-view';
import { ApiError, type Fetch, newId, wordsOf } from './api';
import {
  changeChat,
  createChat,
  decideApproval,
  deleteChat,
  loadChat,
  postMessage,
  stopRun,
} from './chat-api';
import { ChatSync } from './chat-sync';
import { MessageCourier } from './message-courier';
import { hasOpenCard, userMessage, withTail } from './messages';

/** What the page knows of the chat besides its messages. */
export interface SessionState {
  /** Null until the first message of a new chat was taken by the server. */
  id: string | null;
  title: string;
  mode: Mode;
  /** ISO 8601, UTC. */
  yoloUntil: string | null;
  status: ChatStatus;
  mayWrite: boolean;
  /** A message is on its way and not yet taken. */
  isSending: boolean;
  /** Whether the server answered when last asked. */
  isReachable: boolean;
  /** The chat was deleted. */
  isGone: boolean;
  /** What was not done and why, in words; null when all is well. */
  problem: string | null;
}

const NEW_CHAT: SessionState = {
  id: null,
  title: 'New chat',
  mode: 'default',
  yoloUntil: null,
  status: 'idle',
  mayWrite: true,
  isSending: false,
  isReachable: true,
  isGone: false,
  problem: null,
};

export class ChatSession {
  readonly chat: Chat<AmberMessage>;
  private state: SessionState;
  private readonly listeners = new Set<() => void>();
  private readonly courier: MessageCourier;
  private sync: ChatSync;
  /** The chat's id at the server. */
  private chatId: string | null;
  /** The last message the server did not take: sent again unchanged it keeps its id, so it cannot arrive twice. */
  private unsent: { id: string; text: string } | null = null;

  constructor(
    initial: ChatView | null,
    private readonly call: Fetch = (input, init) => globalThis.fetch(input, init),
  ) {
    this.chatId = initial?.id ?? null;
    this.state = initial ? { ...NEW_CHAT, ...shownOf(initial) } : NEW_CHAT;
    this.courier = new MessageCourier(call, () => this.chatId ?? '');
    this.chat = new Chat<AmberMessage>({
      messages: initial?.messages ?? [],
      generateId: newId,
      transport: this.courier.transport(),
      onFinish: ({ isAbort }) => {
        if (!isAbort) queueMicrotask(() => this.refresh());
      },
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
    if (this.chatId) this.sync.start();
  }

  /** Stops following. The run itself goes on at the server, and `open` catches up with it. */
  close(): void {
    this.sync.stop();
    void this.chat.stop();
  }

  /** Something changed in one of the person's chats. */
  news(event: ChatEvent): void {
    if (event.chatId === this.chatId) this.sync.news(event);
  }

  /** Catches up with the server. */
  refresh = (): void => {
    if (this.chatId && !this.state.isGone) this.sync.refresh();
  };

  /** Sends a message. False: the server did not take it, and its text belongs back in the composer. */
  send = async (text: string): Promise<boolean> => {
    const id = this.unsent?.text === text ? this.unsent.id : newId();
    this.unsent = { id, text };
    const withdrawsCard = hasOpenCard(this.chat.messages);
    this.update({ problem: null, isSending: true });
    this.chat.messages = [...this.chat.messages, userMessage(id, text)];
    try {
      await this.transmit(id, text);
      if (withdrawsCard) void this.showWithdrawn(id);
    } catch (error) {
      if (!(await this.wasTaken(id, error))) return this.takeBack(id, error);
    }
    this.unsent = null;
    this.update({ id: this.chatId, isSending: false });
    this.refresh();
    return true;
  };

  /** Lets a failed run go on from what is stored; executed calls are not repeated. */
  retry = (): Promise<void> =>
    this.attempt('The answer was not tried again.', async () => {
      const message = this.courier.outgoing(this.chat.messages);
      if (message) await postMessage(message, this.call);
    });

  stop = (): Promise<void> =>
    this.attempt('The answer was not stopped.', async () => {
      if (this.chatId) await stopRun(this.chatId, this.call);
    });

  setMode = async (mode: Mode): Promise<void> => {
    const id = this.chatId;
    if (!id) return this.update({ mode, problem: null });
    await this.attempt('The mode was not changed.', async () => {
      const chat = await changeChat(id, { mode }, this.call);
      this.update({ mode: chat.mode, yoloUntil: chat.yoloUntil });
    });
  };

  decide: Decide = async (...decision) => {
    const answer = await decideApproval(decision, this.call);
    this.refresh();
    return answer;
  };

  dismissProblem = (): void => this.update({ problem: null });

  private async attempt(notDone: string, act: () => Promise<unknown>): Promise<void> {
    this.update({ problem: null });
    try {
      await act();
    } catch (error) {
      this.update({ problem: `${notDone} ${wordsOf(error)}` });
    }
    this.refresh();
  }

  /** A chat is made only with its first message, so that looking at an empty page leaves nothing behind. */
  private async transmit(id: string, text: string): Promise<void> {
    if (!this.chatId) {
      this.chatId = await createChat(this.state.mode, this.call);
      this.sync.start();
    }
    await this.courier.deliver(this.chat, userMessage(id, text));
  }

  /** No answer, or "that id is known already": the message may have arrived all the same. */
  private async wasTaken(id: string, error: unknown): Promise<boolean> {
    if (error instanceof Error && error.name === 'AbortError') return true;
    const isUnsure = error instanceof ApiError && (error.isNetwork || error.status === 409);
    if (!isUnsure || !this.chatId) return false;
    const view = await loadChat(this.chatId, this.call).catch(() => null);
    return view?.messages.some((message) => message.id === id) ?? false;
  }

  private async takeBack(id: string, error: unknown): Promise<false> {
    this.chat.messages = this.chat.messages.filter((message) => message.id !== id);
    this.chat.clearError();
    if (error instanceof ApiError && !error.isNetwork) await this.unmake();
    this.update({ isSending: false, problem: `Your message was not sent. ${unsentWords(error)}` });
    this.refresh();
    return false;
  }

  /** A chat that was made for a message the server then refused goes again: it would stand empty in every list. */
  private async unmake(): Promise<void> {
    const id = this.chatId;
    if (id === null || this.state.id !== null) return;
    this.sync.stop();
    this.sync = this.makeSync(0);
    this.chatId = null;
    // Should that fail, the person finds an empty chat, and can delete it.
    await deleteChat(id, this.call).catch(() => undefined);
  }

  /** The new message withdrew a card that still stands on the page: shown before the answer is complete. */
  private async showWithdrawn(id: string): Promise<void> {
    const view = await loadChat(this.chatId ?? '', this.call).catch(() => null);
    const at = view?.messages.findIndex((message) => message.id === id) ?? -1;
    if (view && at >= 0) this.chat.messages = withTail(view.messages.slice(0, at + 1), this.chat.messages);
  }

  private makeSync(rev: number): ChatSync {
    const target = {
      load: async () => {
        const view = await loadChat(this.chatId ?? '', this.call);
        if (!view) this.update({ isGone: true });
        return view;
      },
      show: (view: ChatView) => this.show(view),
      follow: () => this.chat.resumeStream(),
      isStreaming: () => this.state.isSending || ['submitted', 'streaming'].includes(this.chat.status),
      reachable: (isReachable: boolean) => this.update({ isReachable }),
    };
    return new ChatSync(target, rev);
  }

  private show(view: ChatView): void {
    // A running answer is stored at its end: until its stream is read again, what was read of it stays.
    const isRunning = view.status === 'running';
    this.chat.messages = isRunning ? withTail(view.messages, this.chat.messages) : view.messages;
    if (this.chat.status === 'error') this.chat.clearError();
    this.update(shownOf(view));
  }

  private update(change: Partial<SessionState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** Why a message was not sent. Its length is the one thing about it that the server says in a program's words. */
function unsentWords(error: unknown): string {
  const isTooLong = error instanceof ApiError && error.code === 'too_large';
  return isTooLong ? 'It is too long: shorten it, or send it in parts.' : wordsOf(error);
}

function shownOf(view: ChatView) {
  const { id, title, mode, yoloUntil, status, mayWrite } = view;
  return { id, title, mode, yoloUntil, status, mayWrite };
}
