'use client';
/** Where the keyboard goes on once the record has answered: at what was found, or at the first row that is new. */
import { useEffect, useRef } from 'react';
import { takeFocus } from '@/components/shown/take-focus';
import type { ReceiptPage } from '@/lib/receipts/receipt-view';

/** @param page what is shown; another one once an answer has come */
export function useArrival(page: ReceiptPage) {
  /** Says how many there are. */
  const counted = useRef<HTMLParagraphElement>(null);
  const list = useRef<HTMLOListElement>(null);
  /** What was asked for last; the rows that stood there then are not new. */
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
    ...{ counted, list },
    onShow: () => {
      awaited.current = 'found';
    },
    onMore: () => {
      awaited.current = [...(list.current?.children ?? [])];
    },
  };
}

/** What was found lies below the form that asked for it: its beginning comes into sight for a pointer as well. */
function showFound(counted: HTMLElement | null): void {
  counted?.focus({ preventScroll: true });
  if (counted && counted.getBoundingClientRect().top > window.innerHeight / 2)
    counted.scrollIntoView?.({ block: 'center' });
}
