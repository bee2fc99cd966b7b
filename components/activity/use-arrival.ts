'use client';
/** Moves the keyboard focus once the record has answered: to what was found, or to the first new row. */
import { useEffect, useRef } from 'react';
import { takeFocus } from '@/components/shown/take-focus';
import type { ReceiptPage } from '@/lib/receipts/receipt-view';

/** @param page what is shown; a different object once an answer has come */
export function useArrival(page: ReceiptPage) {
  /** Announces how many there are. */
  const counted = useRef<HTMLParagraphElement>(null);
  const list = useRef<HTMLOListElement>(null);
  /** The last request; the rows that were there before it are not new. */
  const awaited = useRef<'found' | readonly Element[] | null>(null);
  const seen = useRef(page);
  useEffect(() => {
    if (seen.current === page) return;
    seen.current = page;
    const { current: kind } = awaited;
    awaited.current = null;
    if (kind === 'found') return showFound(counted.current);
    if (kind === null) return;
    const added = [...(list.current?.children ?? [])].find((row) => !kind.includes(row));
    takeFocus(added?.querySelector('summary') ?? counted.current);
  }, [page]);
  return {
    counted,
    list,
    onShow: () => {
      awaited.current = 'found';
    },
    onMore: () => {
      awaited.current = [...(list.current?.children ?? [])];
    },
  };
}

/** The results are below the form: they are scrolled into view for pointer users as well. */
function showFound(counted: HTMLElement | null): void {
  counted?.focus({ preventScroll: true });
  if (counted && counted.getBoundingClientRect().top > window.innerHeight / 2)
    counted.scrollIntoView?.({ block: 'center' });
}
