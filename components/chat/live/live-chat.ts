'use client';
/**
 * The contents of an open chat, stored where React sees them, and the SDK's chat, which reads a streaming answer into
 * them. The SDK's own package for that also contains speech, completion and a request cache, a fourteenth of the page's
 * code.
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

  /** What was shown must not change: the SDK continues to write into the message that it passes. */
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

  /** Starts loading the stream reader, since it may be needed soon. */
  prepare(): void {
    this.open().catch(() => undefined);
  }

  /** Rejects with `ApiError` if the code for sending cannot be loaded: then nothing was sent. */
  async sendMessage(message: Parameters<StreamReader['sendMessage']>[0]): Promise<void> {
    await (await this.open()).sendMessage(message);
  }

  /** Follows the answer in progress; resolves at its end, or if there is none. */
  async resumeStream(): Promise<void> {
    const { stops } = this;
    const reader = await this.open().catch(() => undefined);
    // Stopped while it was being loaded.
    if (stops === this.stops) await reader?.resumeStream();
  }

  /** Stops reading. */
  async stop(): Promise<void> {
    this.stops += 1;
    await this.reader?.stop();
  }

  clearError(): void {
    this.reader?.clearError();
  }

  /** Cached unless it failed: then the file is loaded again. */
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

/** @param drawEvery how often growing messages are rendered, in milliseconds; the first change is rendered at once */
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
