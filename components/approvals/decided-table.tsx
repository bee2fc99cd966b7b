'use client';
/** What was decided, newest first: the outcome, of which call, by whom and when. */
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
} from '@/components/shown/table-frame';
import {
  decidersOf,
  nameOf,
  namesFor,
  previewSummary,
  whyNot,
} from '@/components/tool-call/approval/approval-words';
import { Icon } from '@/components/ui/icon';
import type { ApprovalInContext } from '@/lib/inbox/inbox-view';

interface Outcome {
  icon: LucideIcon;
  words: string;
  looks: string;
}

/** Green only for what was carried out, red for what failed. */
function outcomeOf({ status, context, decisionReason, decidedBy }: ApprovalInContext): Outcome {
  if (status === 'cancelled') return { icon: X, words: 'Cancelled', looks: 'text-muted' };
  if (status === 'expired') return { icon: Clock, words: 'Expired', looks: 'text-muted' };
  if (status === 'superseded') {
    // What is withdrawn says why; a card that another took the place of does not.
    if (decisionReason !== null) return { icon: Undo2, words: 'Withdrawn', looks: 'text-muted' };
    const words = decidedBy ? 'Changed' : 'Replaced';
    return { icon: Repeat2, words, looks: 'text-muted' };
  }
  switch (context.outcome) {
    case 'success':
      return { icon: Check, words: 'Confirmed', looks: 'text-done' };
    case 'error':
    case 'abort':
      return { icon: CircleAlert, words: 'Confirmed, then failed', looks: 'text-failed' };
    case 'unknown':
      return { icon: CircleHelp, words: 'Confirmed, outcome unknown', looks: 'text-muted' };
    default:
      return { icon: Check, words: 'Confirmed', looks: 'text-muted' };
  }
}

const CELL: CellLooks = { figure: false, exact: false, whole: false, place: 'below' };
const FIRST: CellLooks = { ...CELL, place: 'first' };
const WHEN: CellLooks = { ...CELL, figure: true, whole: true, place: 'last' };
const HEADS = [
  ['Outcome', FIRST],
  ['Call', CELL],
  ['Asked by', CELL],
  ['Decided by', CELL],
  ['When', WHEN],
] as const;

interface DecidedTableProps {
  approvals: ApprovalInContext[];
  viewer: { id: string };
}

export function DecidedTable({ approvals, viewer }: DecidedTableProps) {
  return (
    <TableFrame foot={`${approvals.length} ${approvals.length === 1 ? 'card' : 'cards'}`}>
      <TableHeads names={HEADS} />
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
      <BodyCell looks={FIRST} label="Outcome">
        <span className={`inline-flex items-center gap-2 align-bottom ${looks}`}>
          <Icon of={icon} />
          <span className={looks === 'text-failed' ? '' : 'text-ink'}>{words}</span>
        </span>
      </BodyCell>
      <BodyCell looks={CELL} label="Call">
        <Call approval={approval} />
      </BodyCell>
      <BodyCell looks={CELL} label="Asked by">
        <ShownText text={namesFor([approval.requestedBy], viewer.id).join('')} />
        {approval.through && (
          <span className="text-muted">
            {' '}
            through <ShownText text={approval.through.client ?? approval.through.token} />
          </span>
        )}
      </BodyCell>
      <BodyCell looks={CELL} label="Decided by">
        <Deciders approval={approval} viewerId={viewer.id} />
      </BodyCell>
      <BodyCell looks={WHEN} label="When">
        <Moment iso={approval.decidedAt ?? approval.expiresAt} />
      </BodyCell>
    </TableRow>
  );
}

/** Where nobody had to decide, nobody is missing. */
function Deciders({ approval, viewerId }: { approval: ApprovalInContext; viewerId: string }) {
  const names = namesFor(decidersOf(approval), viewerId);
  if (names.length > 0) return <ShownText text={names.join(' and ')} />;
  return approval.status === 'expired' ? 'Nobody' : null;
}

function Call({ approval }: { approval: ApprovalInContext }) {
  const { context, chatId, server, preview, decisionReason, status } = approval;
  const summary = previewSummary(preview);
  const why = whyNot(approval);
  const name = <ShownText text={nameOf(approval)} />;
  return (
    <>
      {context.title === null ? (
        name
      ) : (
        <WorkspaceLink
          href={`/chat/${chatId}`}
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
        {status === 'cancelled' && decisionReason && (
          <>
            {' '}
            “<ShownText text={decisionReason} />”
          </>
        )}
      </span>
    </>
  );
}
