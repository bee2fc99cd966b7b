'use client';
/** A decided card, folded into one line: who decided what, and when. It reopens the card, without buttons. */
import { Check, ChevronDown, ChevronRight, X } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { CARD_FRAME } from './approval-card';
import { ApprovalContent } from './approval-content';
import { decisionWords, nameOf, previewSummary } from './approval-words';
import { Moment } from './moment';
import { ShownText } from './shown-text';
import { visibleString } from './visible-text';

interface DecisionLineProps {
  approval: ApprovalView;
  viewer: { id: string };
  /** The decision was carried out; only then is its tick green. */
  done: boolean;
  /** The button that reopens the card: takes the focus over from a card that was decided by keyboard. */
  opener: RefObject<HTMLButtonElement | null>;
}

export function DecisionLine({ approval, viewer, done, opener }: DecisionLineProps) {
  const [open, setOpen] = useState(false);
  const card = useId();
  const confirmed = approval.status === 'confirmed';
  const Mark = confirmed ? Check : X;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <>
      <div
        data-testid="approval-decision"
        className="relative flex min-h-10 items-center gap-2 px-3 py-2 text-13 hover:bg-hover max-md:min-h-11 max-md:items-start"
      >
        <Mark
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className={`shrink-0 max-md:mt-0.5 ${confirmed && done ? 'text-done' : 'text-muted'}`}
        />
        <DecisionText approval={approval} viewer={viewer} />
        <Chevron aria-hidden size={16} strokeWidth={1.75} className="shrink-0 self-center text-muted" />
        <button
          ref={opener}
          type="button"
          aria-expanded={open}
          aria-controls={card}
          aria-label={`What was asked: ${visibleString(nameOf(approval))}`}
          onClick={() => setOpen(!open)}
          className="-outline-offset-2 absolute inset-0 rounded-table"
        />
      </div>
      {open && (
        <div id={card} className="p-2">
          <fieldset aria-label={`What was asked: ${visibleString(nameOf(approval))}`} className={CARD_FRAME}>
            <ApprovalContent approval={approval} />
          </fieldset>
        </div>
      )}
    </>
  );
}

function DecisionText({ approval, viewer }: Pick<DecisionLineProps, 'approval' | 'viewer'>) {
  return (
    <div className="flex min-w-0 flex-1 items-baseline gap-x-4 max-md:flex-col">
      <p className="min-w-0 flex-1 break-words text-muted">
        <span className="font-medium text-ink">
          <ShownText text={decisionWords(approval, viewer.id)} />
        </span>{' '}
        <Details approval={approval} />
      </p>
      <span className="shrink-0 text-muted tabular-nums">
        <Moment iso={approval.decidedAt ?? approval.expiresAt} />
      </span>
    </div>
  );
}

/** What would have gone, and after it in quotes the reason where one was given. */
function Details({ approval }: { approval: ApprovalView }) {
  const summary = previewSummary(approval.preview);
  const reason = approval.status === 'cancelled' ? approval.decisionReason : null;
  return (
    <>
      <ShownText text={reason && summary ? `${summary}:` : summary} />
      {reason && (
        <span className="text-ink-2">
          {' '}
          “<ShownText text={reason} />”
        </span>
      )}
    </>
  );
}
