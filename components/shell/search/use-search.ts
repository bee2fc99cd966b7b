'use client';
/** What a search finds, a moment after it was written, and more of it at a press. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { request, wordsOf } from '@/components/api/api';
import type { Found } from '@/lib/chats/search-view';

/** Nobody asks for every letter. */
const PAUSE_MS = 150;
const AT_ONCE = 20;

const ask = (q: string, cursor?: string) =>
  request<Found>(
    'GET',
    `/api/chats/search?q=${encodeURIComponent(q)}&limit=${AT_ONCE}${cursor ? `&cursor=${cursor}` : ''}`,
  );

export interface SearchState {
  /** Null until the first answer. */
  found: Found | null;
  /** Which search that answers. */
  of: string;
  problem: string | null;
}

/** @param q nothing is asked for where it is empty */
export function useSearch(q: string): SearchState & { more: () => Promise<void> } {
  const [state, setState] = useState<SearchState>({ found: null, of: '', problem: null });
  const newest = useRef(q);
  newest.current = q;
  useEffect(() => {
    if (q === '') return;
    const timer = setTimeout(async () => {
      const told = await ask(q).then(
        (found) => ({ found, of: q, problem: null }),
        (error: unknown) => ({ found: null, of: q, problem: wordsOf(error) }),
      );
      // Answers may come in another order than they were asked for.
      if (newest.current === q) setState(told);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [q]);
  const { found } = state;
  const more = useCallback(async () => {
    if (!found?.next) return;
    try {
      const page = await ask(q, found.next);
      const all = { ...found, messages: [...found.messages, ...page.messages], next: page.next };
      setState((now) => (now.found === found ? { ...now, found: all, problem: null } : now));
    } catch (error) {
      setState((now) => ({ ...now, problem: wordsOf(error) }));
    }
  }, [found, q]);
  return { ...state, more };
}
