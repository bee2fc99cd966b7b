'use client';
/** The place below a tool call's row for its pending card. */
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
  /** The chat's present mode. */
  mode: Mode;
  expired: boolean;
  onDecide: Decide;
  typing: Typing;
}

/** The card, announced once to a screen reader when it appears; rendered again when another replaces it. */
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
