'use client';
/** The line of a decided card: who decided what, and when. */
import { Check, X } from 'lucide-react';
import type { RefObject } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { say, sayWith } from '@/components/words/say';
import { told } from '@/components/words/told';
import { type ApprovalView, wasTakenBack } from '@/lib/approvals/approval-view';
import { nameOf } from '../call-name';
import { ApprovalContent } from '../cards-apart';
import { FoldedLine } from '../folded-line';
import { decisionWords, whyNot } from './decision-words';
import { EditedInLine } from './edited-in-line';
import { argumentWords, onOneLine, previewSummary } from './preview-words';

interface DecisionLineProps {
  approval: ApprovalView;
  viewer: { id: string };
  /** The decision was carried out; only then its tick is green. */
  done: boolean;
  opener: RefObject<HTMLButtonElement | null>;
}

export function DecisionLine({ approval, viewer, done, opener }: DecisionLineProps) {
  const confirmed = approval.status === 'confirmed';
  const what = summaryOf(approval);
  return (
    <FoldedLine
      testId="approval-decision"
      mark={confirmed ? Check : X}
      done={confirmed && done}
      name={say('decision.what', { name: visibleString(nameOf(approval)) })}
      opener={opener}
      text={
        <>
          <span className="font-medium text-ink">
            <ShownText text={decisionWords(approval, viewer.id)} />
            {(what || whyOf(approval)) && ':'}
          </span>{' '}
          <Details approval={approval} summary={what} />
          <EditedInLine approval={approval} viewer={viewer} />
        </>
      }
      at={approval.decidedAt ?? approval.expiresAt}
    >
      <ApprovalContent approval={approval} viewer={viewer} done={done} />
    </FoldedLine>
  );
}

/** What would have been affected. */
function summaryOf(approval: ApprovalView): string {
  // A sentence without an object says too little.
  const object = approval.status === 'superseded' ? '' : visibleString(nameOf(approval));
  const summary = previewSummary(approval);
  if (summary || object === '' || approval.contentsErased) return summary || object;
  const given = onOneLine(argumentWords(approval.input));
  return given === '' ? object : say('decision.object', { name: object, given });
}

/** Why nobody could have confirmed it, or why it has not run. */
function whyOf(approval: ApprovalView): string | null {
  return approval.status === 'expired' ? told(approval.decisionReason) : whyNot(approval);
}

/** What would have been affected, followed by the reason in quotes if one was given. */
function Details({ approval, summary }: Pick<DecisionLineProps, 'approval'> & { summary: string }) {
  // That it was taken back has been said already, and is not a reason given by anybody.
  const isReason = approval.status === 'cancelled' && !wasTakenBack(approval);
  const reason = isReason ? approval.decisionReason : null;
  const why = whyOf(approval);
  return (
    <>
      <ShownText text={(reason || why) && summary ? `${summary.replace(/\.$/, '')}.` : summary} />
      {why && (
        <>
          {' '}
          <ShownText text={why} />
        </>
      )}
      {reason && (
        <span className="text-ink-2">
          {' '}
          {sayWith('text.quoted-element', { text: () => <ShownText text={reason} /> })}
        </span>
      )}
    </>
  );
}
