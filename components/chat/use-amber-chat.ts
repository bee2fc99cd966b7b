'use client';
/** An open chat for React: its session, and what is shown of it now. */

import { useEffect, useState, useSyncExternalStore } from 'react';
import { useWorkspace } from '@/components/shell/workspace';
import type { AmberMessage, ChatView } from '@/lib/runs/chat-view';
import { ChatSession } from './chat-session';
import { useLiveChat } from './live/live-chat';
import { waitsFor } from './messages';
import type { SessionState } from './session-state';
import { useSteady } from './use-steady';

/** How often a growing answer is rendered. */
const DRAW_EVERY_MS = 50;

export interface AmberChat {
  session: ChatSession;
  state: SessionState;
  messages: AmberMessage[];
  /** A run is in progress, or its message is on the way. */
  isRunning: boolean;
  /** What waits for a person: a card, or a call with an unknown outcome. */
  waitsFor: ReturnType<typeof waitsFor>;
}

/** `initial`: the chat as stored; null for one that does not exist yet. Read once: another chat needs another key. */
export function useAmberChat(initial: ChatView | null): AmberChat {
  const [session] = useState(() => new ChatSession(initial));
  const { onNews } = useWorkspace();
  const { messages: read, status } = useLiveChat(session.chat, DRAW_EVERY_MS);
  const messages = useSteady(read);
  const state = useSyncExternalStore(session.subscribe, session.snapshot, session.snapshot);

  useEffect(() => {
    session.open();
    const forget = onNews((news) => session.news(news));
    return () => {
      forget();
      session.close();
    };
  }, [session, onNews]);

  const isStreaming = status === 'submitted' || status === 'streaming';
  const isRunning = isStreaming || state.isSending || state.status === 'running';
  return { session, state, messages, isRunning, waitsFor: isRunning ? null : waitsFor(messages) };
}
