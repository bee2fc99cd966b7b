'use client';
import { ShownText } from '@/components/shown/shown-text';
/** Who has confirmed where one is not enough. */
import type { ApprovalView } from '@/lib/approvals/approval-view';

interface ConfirmedByProps {
  approval: Pick<ApprovalView, 'confirmedBy' | 'requirement'>;
  viewer: { id: string };
}

export function ConfirmedBy({ approval, viewer }: ConfirmedByProps) {
  const [first] = approval.confirmedBy;
  if (!first || approval.requirement !== 'two_admins') return null;
  return (
    <p data-testid="approval-confirmations">
      {first.id === viewer.id ? 'You' : <ShownText text={first.name} />} confirmed: one of two.
    </p>
  );
}
