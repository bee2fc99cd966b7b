'use client';
/** The message that a search led to: older ones are loaded until it is there, then it is shown and highlighted. */
import { type RefObject, useEffect, useState } from 'react';
import { say } from '@/components/words/say';
import type { AmberMessage } from '@/lib/runs/chat-view';

export interface FoundPlace {
  /** Of the message. */
  id: string;
  /** Words to highlight in it, as they occur there. */
  words: string[];
}

interface FoundMessageProps {
  at: FoundPlace;
  place: RefObject<HTMLElement | null>;
  messages: readonly AmberMessage[];
  /** Loads older messages until this one is among them; returns whether it is. */
  onReach: (id: string) => Promise<boolean>;
  /** The reader is not at the end, and must not be pulled there. */
  onReading: () => void;
}

export function FoundMessage({ at, place, messages, onReach, onReading }: FoundMessageProps) {
  const [reached, setReached] = useState<FoundPlace | null>(null);
  const [isGone, setIsGone] = useState(false);
  useEffect(() => {
    let isMeant = true;
    onReading();
    setIsGone(false);
    void onReach(at.id).then((isThere) => {
      if (!isMeant) return;
      if (isThere) setReached(at);
      else setIsGone(true);
    });
    return () => {
      isMeant = false;
    };
  }, [at, onReach, onReading]);
  useEffect(() => {
    if (reached !== at || messages.length === 0) return;
    const found = place.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(at.id)}"]`);
    if (!found || found.dataset.found === at.words.join(' ')) return;
    for (const before of place.current?.querySelectorAll<HTMLElement>('[data-found]') ?? [])
      delete before.dataset.found;
    found.dataset.found = at.words.join(' ');
    onReading();
    const word = markWords(found, at.words);
    (word ?? found).scrollIntoView({ block: word ? 'center' : 'start' });
    found.tabIndex = -1;
    found.focus({ preventScroll: true });
  }, [reached, at, place, messages, onReading]);
  if (!isGone) return null;
  return (
    <p role="alert" className="border-b bg-side px-4 py-2 text-center text-13 text-ink-2">
      {say('finding.gone')}
    </p>
  );
}

/**
 * Highlights the words without touching elements that belong to others; without browser support, only the message is
 * highlighted.
 * @returns the element with the first of them
 */
function markWords(message: HTMLElement, words: readonly string[]): HTMLElement | null {
  const wanted = new Set(words.map((word) => word.toLowerCase()));
  const texts = document.createTreeWalker(message, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  while (texts.nextNode()) {
    const node = texts.currentNode;
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
      if (!wanted.has(word.toLowerCase())) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      ranges.push(range);
    }
  }
  if ('highlights' in CSS) CSS.highlights.set('found', new Highlight(...ranges));
  return ranges[0]?.startContainer.parentElement ?? null;
}
