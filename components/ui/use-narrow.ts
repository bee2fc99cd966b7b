'use client';
/**
 * Whether the page is as narrow as the breakpoint at which phones get an order of their own (`max-[479px]`, as at 400 %
 * zoom): where CSS orders things otherwise, the markup follows, since keys and screen readers follow the markup.
 */
import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 479px)';

export function useNarrow(): boolean {
  return useSyncExternalStore(follow, isNarrow, () => false);
}

const isNarrow = () => window.matchMedia(NARROW).matches;

function follow(tell: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
}
