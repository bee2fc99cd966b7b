'use client';
/** The place under a tool call's row, where its card waits. */
import type { Decide } from '@/components/api/decide';
import { Announcement } from '@/components/shown/announcement';
import { visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { Mode } from '@/lib/runs/chat-view';
import { nameOf } from '../call-name';
import { ApprovalCard } from './approval-card';
import type { Typing } from './typing';

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
