'use client';
/**
 * One tool call: a quiet row that is a button, under it the slot of its card or decision, under that, when
 * opened, its arguments and its result. Nothing changes place between states.
 */
import { useEffect, useId, useRef, useState } from 'react';
import { useExpired, WaitingCard } from './approval-slot';
import { CallDetails } from './call-details';
import { CallRow } from './call-row';
import { callStatus, statusWord } from './call-status';
import type { CallFacts } from './call-view';
import type { Decide } from './decide';
import { DecisionLine } from './decision-line';

interface ToolCallProps {
  facts: CallFacts;
  viewer: { id: string };
  onDecide: Decide;
}

export function ToolCall({ facts, viewer, onDecide }: ToolCallProps) {
  const { part, metadata, call, approval } = facts;
  const [open, setOpen] = useState(false);
  const details = useId();
  const expired = useExpired(approval);
  const standing = approval && {
    mayDecide: approval.mayDecide,
    status: expired ? 'expired' : approval.status,
  };
  const status = callStatus({ part, call, approval: standing });
  const { opener, onDecideHere } = useFocusHandover(approval?.status, onDecide);
  const decided = approval !== undefined && approval.status !== 'pending';
  return (
    <div
      data-testid="tool-call"
      data-tool={metadata.tool}
      data-server={metadata.server}
      data-status={status}
      className={`relative min-w-0 ${approval || open ? 'not-last:mb-2' : ''}`}
    >
      <CallRow
        metadata={metadata}
        status={status}
        word={statusWord(status, standing)}
        durationMs={call?.durationMs}
        open={open}
        controls={details}
        onToggle={() => setOpen(!open)}
      />
      {approval && !decided && (
        <div className="mt-1">
          <WaitingCard approval={approval} viewer={viewer} expired={expired} onDecide={onDecideHere} />
        </div>
      )}
      {(decided || open) && (
        <div
          id={details}
          className="mt-1 min-w-0 divide-y divide-line overflow-hidden rounded-table border border-line bg-raised"
        >
          {decided && (
            <DecisionLine approval={approval} viewer={viewer} done={status === 'success'} opener={opener} />
          )}
          {open && <CallDetails part={part} trusted={metadata.trusted} />}
        </div>
      )}
    </div>
  );
}

/** A card that was decided with the keyboard hands its focus to the line that takes its place. */
function useFocusHandover(status: string | undefined, onDecide: Decide) {
  const opener = useRef<HTMLButtonElement>(null);
  const decidedHere = useRef(false);
  const onDecideHere: Decide = (...decision) => {
    decidedHere.current = true;
    return onDecide(...decision);
  };
  useEffect(() => {
    if (!decidedHere.current || status === 'pending') return;
    decidedHere.current = false;
    if (document.activeElement === document.body) opener.current?.focus({ preventScroll: true });
  }, [status]);
  return { opener, onDecideHere };
}
