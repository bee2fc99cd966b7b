'use client';
/** Search results, requested shortly after typing, with more on demand. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { request, wordsOf } from '@/components/api/api';
import type { Found } from '@/lib/chats/search-view';

/** Typing pauses at least this long before a request. */
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
  /** The query that `found` belongs to. */
  of: string;
  problem: string | null;
}

/** @param q empty: nothing is requested */
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
      // Answers may arrive in a different order from the requests.
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
