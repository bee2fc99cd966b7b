'use client';
/**
 * What stands in an open chat, kept where React sees it, and the SDK's chat, which reads an answer into it as it streams.
 * The SDK has a package of its own for that; it brings speech, completion and a cache of requests along, a fourteenth of
 * the page's code.
 */
import type { ChatState, ChatStatus } from 'ai';
import { useEffect, useState } from 'react';
import { ApiError } from '@/components/api/api';
import { say } from '@/components/words/say';
import type { AmberMessage } from '@/lib/runs/chat-view';
import type { StreamReader, Wires } from './stream-reader';

type Kind = 'messages' | 'status';
type Listener = (kind: Kind) => void;

/** What a page shows of it. */
export interface LiveView {
  messages: AmberMessage[];
  status: ChatStatus;
}

class LiveState implements ChatState<AmberMessage> {
  readonly listeners = new Set<Listener>();
  error: Error | undefined;
  private now: ChatStatus = 'ready';

  constructor(private all: AmberMessage[]) {}

  get messages(): AmberMessage[] {
    return this.all;
  }

  set messages(messages: AmberMessage[]) {
    this.all = [...messages];
    this.tell('messages');
  }

  get status(): ChatStatus {
    return this.now;
  }

  set status(status: ChatStatus) {
    this.now = status;
    this.tell('status');
  }

  pushMessage = (message: AmberMessage): void => {
    this.messages = [...this.all, message];
  };

  popMessage = (): void => {
    this.messages = this.all.slice(0, -1);
  };

  /** What was shown stays as it was: the SDK goes on writing into the message that it hands over. */
  replaceMessage = (index: number, message: AmberMessage): void => {
    this.messages = this.all.with(index, this.snapshot(message));
  };

  snapshot = <Thing>(thing: Thing): Thing => (isMessage(thing) ? copyOf(thing) : thing);

  private tell(kind: Kind): void {
    for (const listener of this.listeners) listener(kind);
  }
}

const isMessage = (thing: unknown): thing is AmberMessage =>
  typeof thing === 'object' && thing !== null && 'parts' in thing && Array.isArray(thing.parts);

function copyOf<Message extends AmberMessage>(message: Message): Message {
  const { metadata, parts } = message;
  return {
    ...message,
    parts: parts.map((part) => ({ ...part })),
    ...(metadata && { metadata: { ...metadata } }),
  };
}

export class LiveChat {
  private readonly state: LiveState;
  private reader: StreamReader | undefined;
  private opening: Promise<StreamReader> | undefined;
  private stops = 0;

  constructor(
    messages: AmberMessage[],
    private readonly wires: Wires,
  ) {
    this.state = new LiveState(messages);
  }

  get messages(): AmberMessage[] {
    return this.state.messages;
  }

  set messages(messages: AmberMessage[]) {
    this.state.messages = messages;
  }

  get status(): ChatStatus {
    return this.state.status;
  }

  subscribe(listener: Listener): () => void {
    this.state.listeners.add(listener);
    return () => this.state.listeners.delete(listener);
  }

  /** Begins to load what reads answers: it may be wanted soon. */
  prepare(): void {
    this.open().catch(() => undefined);
  }

  /** Rejects with `ApiError` when what sends it cannot be loaded: nothing has left then. */
  async sendMessage(message: Parameters<StreamReader['sendMessage']>[0]): Promise<void> {
    await (await this.open()).sendMessage(message);
  }

  /** Follows the answer that goes on; resolves at its end, and when there is none. */
  async resumeStream(): Promise<void> {
    const { stops } = this;
    const reader = await this.open().catch(() => undefined);
    // Asked to stop while it was being loaded.
    if (stops === this.stops) await reader?.resumeStream();
  }

  /** Reads no further. */
  async stop(): Promise<void> {
    this.stops += 1;
    await this.reader?.stop();
  }

  clearError(): void {
    this.reader?.clearError();
  }

  /** The same until it has failed: a file that could not be had is asked for again. */
  private open(): Promise<StreamReader> {
    this.opening ??= import('./stream-reader').then(
      ({ StreamReader: Reader }) => {
        this.reader = new Reader(this.state, this.wires);
        return this.reader;
      },
      () => {
        this.opening = undefined;
        throw new ApiError(0, 'network', say('error.network'));
      },
    );
    return this.opening;
  }
}

const viewOf = ({ messages, status }: LiveChat): LiveView => ({ messages, status });

/** @param drawEvery how often messages that grow are drawn, in milliseconds; the first change is drawn at once */
export function useLiveChat(chat: LiveChat, drawEvery: number): LiveView {
  const [view, setView] = useState(() => viewOf(chat));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = false;
    const draw = () => {
      const next = viewOf(chat);
      setView((last) => (last.messages === next.messages && last.status === next.status ? last : next));
    };
    const drawSoon = () => {
      isWanted = timer !== undefined;
      if (isWanted) return;
      draw();
      timer = setTimeout(() => {
        timer = undefined;
        if (isWanted) drawSoon();
      }, drawEvery);
    };
    const forget = chat.subscribe((kind) => (kind === 'status' ? draw() : drawSoon()));
    draw();
    return () => {
      forget();
      clearTimeout(timer);
    };
  }, [chat, drawEvery]);
  return view;
}
