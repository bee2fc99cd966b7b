'use client';
/** The receipts that match the filters, a page at a time. If two requests overlap, only the later one counts. */
import { useRef, useState } from 'react';
import { request, wordsOf } from '@/components/api/api';
import type { ReceiptPage } from '@/lib/receipts/receipt-view';

/** By the server's names; an empty value does not filter. */
export type Filters = Partial<
  Record<'kind' | 'tool' | 'server' | 'person' | 'chat' | 'status' | 'from' | 'to', string>
>;

/** As a search string without its question mark. */
export function searchOf(filters: Filters, more: Record<string, string> = {}): string {
  const given = Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return new URLSearchParams([...given, ...Object.entries(more)]).toString();
}

export function useReceipts(initial: ReceiptPage, asked: Filters) {
  const [page, setPage] = useState(initial);
  /** What the page shows. */
  const [filters, setFilters] = useState<Filters>(asked);
  const [isLoading, setIsLoading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const times = useRef(0);

  async function load(wanted: Filters, before?: number): Promise<void> {
    const mine = ++times.current;
    setIsLoading(true);
    setProblem(null);
    try {
      const search = searchOf(wanted, before === undefined ? {} : { before: `${before}` });
      const found = await request<ReceiptPage>('GET', `/api/activity?${search}`);
      if (mine !== times.current) return;
      const earlier = before === undefined ? [] : page.receipts;
      const others = before === undefined ? [] : page.others;
      setPage({
        receipts: [...earlier, ...found.receipts],
        others: [...others, ...found.others],
        next: found.next,
      });
      setFilters(wanted);
    } catch (error) {
      if (mine === times.current) setProblem(wordsOf(error));
    }
    if (mine === times.current) setIsLoading(false);
  }

  return {
    page,
    filters,
    isLoading,
    problem,
    show: (wanted: Filters) => load(wanted),
    more: () => load(filters, page.next ?? undefined),
  };
}
