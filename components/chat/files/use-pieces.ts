'use client';
/** Paged loading: the first page when the component appears, further ones on request. */
import { useEffect, useRef, useState } from 'react';
import { wordsOf } from '@/components/api/api';

export interface Piece<Item, Place> {
  items: Item[];
  /** Where the next page begins; null at the end. */
  next: Place | null;
}

/** `items`: null until the first piece is loaded. `more`: absent at the end. `problem`: '' while there is none. */
export function usePieces<Item, Place>(load: (from?: Place) => Promise<Piece<Item, Place>>) {
  const [items, setItems] = useState<Item[] | null>(null);
  const [next, setNext] = useState<Place | null>(null);
  const [problem, setProblem] = useState('');
  const isLoading = useRef(false);
  const loadFrom = async (from?: Place) => {
    // A second press would append the same piece again.
    if (isLoading.current) return;
    isLoading.current = true;
    setProblem('');
    try {
      const piece = await load(from);
      setItems((known) => [...((from !== undefined && known) || []), ...piece.items]);
      setNext(piece.next);
    } catch (error) {
      setProblem(wordsOf(error));
    }
    isLoading.current = false;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => void loadFrom(), []);
  return { items, more: next === null ? undefined : () => void loadFrom(next), problem };
}
