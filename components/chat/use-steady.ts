'use client';
/**
 * Following a run again means reading its answer from the beginning. What is already shown stays until the new reading
 * has caught up with it, so that nothing visibly shrinks and grows again.
 */
import { useEffect, useRef, useState } from 'react';
import type { AmberMessage } from '@/lib/runs/chat-view';

/** After this, a shorter message is not a lagging reading but the present state. */
const CAUGHT_UP_MS = 300;

export function useSteady(messages: AmberMessage[]): AmberMessage[] {
  const [shown, setShown] = useState(messages);
  const latest = useRef(messages);
  const lags = isBehind(messages.at(-1), shown.at(-1));
  if (!lags && shown !== messages) setShown(messages);

  useEffect(() => {
    latest.current = messages;
  }, [messages]);
  useEffect(() => {
    // A shorter state may be followed by an even shorter one, so this runs each time.
    if (!lags) return;
    const replace = () => setShown((now) => (now === shown ? latest.current : now));
    const timer = setTimeout(replace, CAUGHT_UP_MS);
    return () => clearTimeout(timer);
  }, [lags, shown]);

  return lags ? shown : messages;
}

/** Whether it is the same message with less in it. */
export function isBehind(next: AmberMessage | undefined, shown: AmberMessage | undefined): boolean {
  if (!next || !shown || next.id !== shown.id || next === shown) return false;
  const [now, before] = [contentOf(next), contentOf(shown)];
  return now.some((amount, kind) => amount < (before[kind] ?? 0));
}

/** Parts, characters of text, and finished calls. */
function contentOf({ parts }: AmberMessage): number[] {
  const characters = parts.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);
  const ended = parts.filter(
    (part) => part.type === 'dynamic-tool' && part.state.startsWith('output-'),
  ).length;
  return [parts.length, characters, ended];
}
