'use client';
/** The line of a decided card: who decided what, and when. */
import { Check, X } from 'lucide-react';
import type { RefObject } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { FoldedLine } from '../folded-line';
import { ApprovalContent } from './approval-content';
import { decisionWords, nameOf, previewSummary, whyNot } from './approval-words';
import { EditedInLine } from './edited-note';

interface DecisionLineProps {
  approval: ApprovalView;
  viewer: { id: string };
  /** The decision was carried out; only then is its tick green. */
  done: boolean;
  opener: RefObject<HTMLButtonElement | null>;
}

export function DecisionLine({ approval, viewer, done, opener }: DecisionLineProps) {
  const confirmed = approval.status === 'confirmed';
  return (
    <FoldedLine
      testId="approval-decision"
      mark={confirmed ? Check : X}
      done={confirmed && done}
      name={`What was asked: ${visibleString(nameOf(approval))}`}
      opener={opener}
      text={
        <>
          <span className="font-medium text-ink">
            <ShownText text={decisionWords(approval, viewer.id)} />
          </span>{' '}
          <Details approval={approval} />
          <EditedInLine approval={approval} viewer={viewer} />
        </>
      }
      at={approval.decidedAt ?? approval.expiresAt}
    >
      <ApprovalContent approval={approval} viewer={viewer} />
    </FoldedLine>
  );
}

/** What would have gone, and after it in quotes the reason where one was given. */
function Details({ approval }: { approval: ApprovalView }) {
  const { status, decisionReason } = approval;
  // A sentence without an object says too little.
  const object = status === 'confirmed' || status === 'cancelled' ? visibleString(nameOf(approval)) : '';
  const summary = previewSummary(approval.preview) || object;
  const reason = status === 'cancelled' ? decisionReason : null;
  // Why nobody could have confirmed it, or why it has not run.
  const why = status === 'expired' ? decisionReason : whyNot(approval);
  return (
    <>
      <ShownText text={(reason || why) && summary ? `${summary}${why ? '.' : ':'}` : summary} />
      {why && (
        <>
          {' '}
          <ShownText text={why} />
        </>
      )}
      {reason && (
        <span className="text-ink-2">
          {' '}
          “<ShownText text={reason} />”
        </span>
      )}
    </>
  );
}
