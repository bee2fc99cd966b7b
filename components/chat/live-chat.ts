'use client';
/**
 * The SDK's chat, which reads an answer as it streams, kept where React sees it. The SDK has a package of its own for
 * that; it brings speech, completion and a cache of requests along, a fourteenth of the page's code.
 */
import { AbstractChat, type ChatInit, type ChatState, type ChatStatus } from 'ai';
import { useEffect, useState } from 'react';
import type { AmberMessage } from '@/lib/runs/chat-view';

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

export class LiveChat extends AbstractChat<AmberMessage> {
  private readonly live: LiveState;

  constructor({ messages = [], ...init }: ChatInit<AmberMessage>) {
    const live = new LiveState(messages);
    super({ ...init, state: live });
    this.live = live;
  }

  subscribe(listener: Listener): () => void {
    this.live.listeners.add(listener);
    return () => this.live.listeners.delete(listener);
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
