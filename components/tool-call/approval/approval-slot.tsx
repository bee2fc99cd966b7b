'use client';
/** The place under a tool call's row: the card while it waits, the folded line once it is decided. */
import { useEffect, useState } from 'react';
import type { Decide } from '@/components/api/decide';
import { Announcement } from '@/components/shown/announcement';
import { visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { Mode } from '@/lib/runs/chat-view';
import { ApprovalCard } from './approval-card';
import { nameOf } from './approval-words';
import type { Typing } from './typing';

/** The longest a browser's timer can run, in milliseconds; a card that waits longer is looked at again then. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Whether the card is past its time by the reader's clock; turns true by itself. */
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

interface WaitingCardProps {
  approval: ApprovalView;
  viewer: { id: string };
  /** Of the chat, as it holds now. */
  mode: Mode;
  expired: boolean;
  onDecide: Decide;
  typing: Typing;
}

/** The card, said once to a screen reader when it appears; drawn again when another takes its place. */
export function WaitingCard({ approval, viewer, mode, expired, onDecide, typing }: WaitingCardProps) {
  return (
    <>
      <Announcement
        key={`said ${approval.id}`}
        words={say('card.announced', { name: visibleString(nameOf(approval)) })}
      />
      <ApprovalCard
        key={approval.id}
        approval={approval}
        viewer={viewer}
        mode={mode}
        expired={expired}
        onDecide={onDecide}
        typing={typing}
      />
    </>
  );
}
