'use client';
/** Decided cards, newest first: the outcome, the call, who decided and when. */
import { Check, CircleAlert, CircleHelp, Clock, type LucideIcon, Repeat2, Undo2, X } from 'lucide-react';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import {
  BodyCell,
  type CellLooks,
  TableBody,
  TableFrame,
  TableHeads,
  TableRow,
} from '@/components/shown/table/table-frame';
import { decidersOf, namesFor, whyNot } from '@/components/tool-call/approval/decision-words';
import { argumentWords, onOneLine, previewSummary } from '@/components/tool-call/approval/preview-words';
import { nameOf } from '@/components/tool-call/call-name';
import { Icon } from '@/components/ui/icon';
import { say, sayWith } from '@/components/words/say';
import { wasTakenBack } from '@/lib/approvals/approval-view';
import type { ApprovalInContext } from '@/lib/inbox/inbox-view';

interface Outcome {
  icon: LucideIcon;
  words: string;
  looks: string;
}

/** Green only for a call that was carried out, red for one that failed. */
function outcomeOf(approval: ApprovalInContext): Outcome {
  const { status, context, decisionReason, decidedBy } = approval;
  if (wasTakenBack(approval)) {
    return { icon: Undo2, words: say('outcome.taken-back'), looks: 'text-muted' };
  }
  if (status === 'cancelled') return { icon: X, words: say('outcome.cancelled'), looks: 'text-muted' };
  if (status === 'expired') return { icon: Clock, words: say('outcome.expired'), looks: 'text-muted' };
  if (status === 'superseded') {
    // A withdrawn card has a reason; one that was superseded has none.
    if (decisionReason !== null) return { icon: Undo2, words: say('outcome.withdrawn'), looks: 'text-muted' };
    const words = decidedBy ? say('outcome.changed') : say('outcome.replaced');
    return { icon: Repeat2, words, looks: 'text-muted' };
  }
  switch (context.outcome) {
    case 'success':
      return { icon: Check, words: say('outcome.confirmed'), looks: 'text-done' };
    case 'error':
    case 'abort':
      return { icon: CircleAlert, words: say('outcome.failed'), looks: 'text-failed' };
    case 'unknown':
      return { icon: CircleHelp, words: say('outcome.unknown'), looks: 'text-muted' };
    default:
      return { icon: Check, words: say('outcome.confirmed'), looks: 'text-muted' };
  }
}

const CELL: CellLooks = { figure: false, exact: false, whole: false, place: 'below' };

import { AgentsWords, chatOf } from './agents-words';

const FIRST: CellLooks = { ...CELL, place: 'first' };
const WHEN: CellLooks = { ...CELL, figure: true, whole: true, place: 'last' };
const heads = () =>
  [
    [say('decided.outcome'), FIRST],
    [say('decided.call'), CELL],
    [say('decided.asked-by'), CELL],
    [say('decided.decided-by'), CELL],
    [say('decided.when'), WHEN],
  ] as const;

interface DecidedTableProps {
  approvals: ApprovalInContext[];
  viewer: { id: string };
}

export function DecidedTable({ approvals, viewer }: DecidedTableProps) {
  return (
    <TableFrame foot={say('decided.cards', { count: approvals.length })}>
      <TableHeads names={heads()} />
      <TableBody>
        {approvals.map((approval) => (
          <DecidedRow key={approval.id} approval={approval} viewer={viewer} />
        ))}
      </TableBody>
    </TableFrame>
  );
}

function DecidedRow({ approval, viewer }: { approval: ApprovalInContext; viewer: { id: string } }) {
  const { icon, words, looks } = outcomeOf(approval);
  return (
    <TableRow>
      <BodyCell looks={FIRST} label={say('decided.outcome')}>
        <span className={`inline-flex items-center gap-2 align-bottom ${looks}`}>
          <Icon of={icon} />
          <span className={looks === 'text-failed' ? '' : 'text-ink'}>{words}</span>
        </span>
      </BodyCell>
      <BodyCell looks={CELL} label={say('decided.call')}>
        <Call approval={approval} />
      </BodyCell>
      <BodyCell looks={CELL} label={say('decided.asked-by')}>
        <ShownText text={namesFor([approval.requestedBy], viewer.id, say('decided.you')).join('')} />
        <span className="text-muted">
          <AgentsWords context={approval.context} />
        </span>
        {approval.through && (
          <span className="text-muted">
            {' '}
            {sayWith('decided.through', { client: () => <Client approval={approval} /> })}
          </span>
        )}
      </BodyCell>
      <BodyCell looks={CELL} label={say('decided.decided-by')}>
        <Deciders approval={approval} viewerId={viewer.id} />
      </BodyCell>
      <BodyCell looks={WHEN} label={say('decided.when')}>
        <Moment iso={approval.decidedAt ?? approval.expiresAt} />
      </BodyCell>
    </TableRow>
  );
}

function Client({ approval: { through } }: { approval: ApprovalInContext }) {
  return through ? <ShownText text={through.client ?? through.token} /> : null;
}

/** If nobody had to decide, nobody is named as missing. */
function Deciders({ approval, viewerId }: { approval: ApprovalInContext; viewerId: string }) {
  const names = namesFor(decidersOf(approval), viewerId, say('decided.you'));
  if (names.length > 0) return <ShownText text={names.join(say('decided.and'))} />;
  return approval.status === 'expired' ? say('decided.nobody') : null;
}

function Call({ approval }: { approval: ApprovalInContext }) {
  const { context, server, decisionReason, status } = approval;
  const summary = previewSummary(approval) || onOneLine(argumentWords(approval.input));
  const why = whyNot(approval);
  const name = <ShownText text={nameOf(approval)} />;
  return (
    <>
      {context.title === null ? (
        name
      ) : (
        <WorkspaceLink
          href={`/chat/${chatOf(approval)}`}
          className="text-ink underline decoration-line underline-offset-2 hover:decoration-current"
        >
          {name}
        </WorkspaceLink>
      )}{' '}
      <span className="text-muted">
        <ShownText text={summary || server} />
        {why && (
          <>
            . <ShownText text={why} />
          </>
        )}
        {status === 'cancelled' && decisionReason && !wasTakenBack(approval) && (
          <> {sayWith('text.quoted-element', { text: () => <ShownText text={decisionReason} /> })}</>
        )}
      </span>
    </>
  );
}
