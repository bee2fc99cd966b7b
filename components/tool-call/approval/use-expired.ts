'use client';
/** Whether a card has expired, by the reader's clock, without waiting for the server to say so. */
import { useEffect, useState } from 'react';
import type { ApprovalView } from '@/lib/approvals/approval-view';

/** The longest possible timer of a browser, in milliseconds; a card that waits longer is checked again then. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Whether the card has expired by the reader's clock; becomes true by itself. */
export function useExpired(approval: ApprovalView | undefined): boolean {
  const until = approval?.status === 'pending' ? Date.parse(approval.expiresAt) : Number.POSITIVE_INFINITY;
  const [now, setNow] = useState(() => Date.now());
  const expired = until <= now;
  useEffect(() => {
    if (expired || !Number.isFinite(until)) return;
    const wait = Math.min(Math.max(until - Date.now(), 0), LONGEST_TIMER);
    const timer = setTimeout(() => setNow(Date.now()), wait);
    return () => clearTimeout(timer);
  }, [until, expired]);
  return expired;
}
