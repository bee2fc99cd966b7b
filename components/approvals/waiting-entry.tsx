'use client';
/** One entry of what waits: the card with its conversation, and once decided the line of that in its place. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { Decide } from '@/components/api/decide';
import type { EditHandlers } from '@/components/api/edit';
import { Moment } from '@/components/shown/moment';
import { RiskIcon } from '@/components/shown/risk-icon';
import { ShownText } from '@/components/shown/shown-text';
import { useFocusHandover } from '@/components/shown/use-focus-handover';
import { visibleString } from '@/components/shown/visible-text';
import { ApprovalCard } from '@/components/tool-call/approval/approval-card';
import { useExpired } from '@/components/tool-call/approval/approval-slot';
import { nameOf } from '@/components/tool-call/approval/approval-words';
import { DecisionLine } from '@/components/tool-call/approval/decision-line';
import { TypedNote } from '@/components/tool-call/approval/typed-note';
import { useTyping } from '@/components/tool-call/approval/typing';
import { ToolName } from '@/components/tool-call/card-frame';
import { Icon } from '@/components/ui/icon';
import { say, sayWith } from '@/components/words/say';
import type { ApprovalInContext } from '@/lib/inbox/inbox-view';
import { About, ThroughWords } from './about';
import { ConversationLines } from './conversation-lines';
import type { Entry } from './entries';

interface WaitingEntryProps {
  entry: Entry;
  viewer: { id: string };
  /** Absent: many wait, and this one stands open. */
  fold?: { isOpen: boolean; toggle: () => void } | undefined;
  onDecide: Decide;
  edits: EditHandlers;
}

export function WaitingEntry({ entry, viewer, fold, onDecide, edits }: WaitingEntryProps) {
  const { approval, isGone } = entry;
  const { context } = approval;
  const expired = useExpired(approval);
  const typing = useTyping(edits);
  const handover = useFocusHandover(approval.status !== 'pending');
  const decide: Decide = (...sent) => handover.note(onDecide(...sent));
  if (isGone) {
    return (
      <li className="rounded-table border bg-raised px-3.5 py-2.5 text-13 text-ink-2">
        {sayWith('inbox.gone', {
          tool: () => (
            <span className="font-medium text-ink">
              <ToolName name={nameOf(approval)} trusted={approval.trusted} />
            </span>
          ),
        })}
      </li>
    );
  }
  if (approval.status !== 'pending') {
    return (
      <li>
        <About about={approval} viewer={viewer} />
        <TypedNote {...{ approval, viewer, typing }} />
        <div className="divide-y divide-line overflow-hidden rounded-table border border-line bg-raised">
          <DecisionLine
            approval={approval}
            viewer={viewer}
            done={context.outcome === 'success'}
            opener={handover.opener}
          />
        </div>
      </li>
    );
  }
  return (
    <li>
      {fold && <FoldedEntry approval={approval} viewer={viewer} {...fold} />}
      {(!fold || fold.isOpen) && (
        <ApprovalCard
          key={approval.id}
          approval={approval}
          viewer={viewer}
          mode={context.mode}
          expired={expired}
          beside={<ConversationLines approval={approval} viewer={viewer} />}
          onDecide={decide}
          typing={typing}
        />
      )}
    </li>
  );
}

/** Where many wait, each is a row, and one at a time stands open below its own. */
function FoldedEntry({
  approval,
  viewer,
  isOpen,
  toggle,
}: Pick<WaitingEntryProps, 'viewer'> & { approval: ApprovalInContext; isOpen: boolean; toggle: () => void }) {
  const { risk, trusted, server, requestedBy, requestedAt } = approval;
  const name = nameOf(approval);
  return (
    <div className="relative flex min-h-11 items-center gap-2.5 rounded-table border bg-raised px-3 py-1.5 text-13 text-muted not-last:mb-1">
      <RiskIcon risk={risk} trusted={trusted} size={16} className="shrink-0 text-wait" />
      <p className="min-w-0 flex-1 break-words">
        <span className="font-medium text-ink">
          <ToolName name={name} trusted={trusted} />
        </span>{' '}
        {sayWith(requestedBy.id === viewer.id ? 'inbox.you-asked' : 'inbox.who-asked', {
          server: () => <ShownText text={server} />,
          who: () => <ShownText text={requestedBy.name} />,
          when: () => <Moment iso={requestedAt} sentence />,
        })}
        <ThroughWords approval={approval} />
      </p>
      {!approval.mayDecide && (
        <span className="shrink-0 max-md:hidden">
          {approval.denied ? say('inbox.not-allowed') : say('inbox.others-decide')}
        </span>
      )}
      <Icon of={isOpen ? ChevronDown : ChevronRight} className="shrink-0" />
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={say('inbox.entry', {
          name: visibleString(name),
          who: visibleString(requestedBy.name),
        })}
        onClick={toggle}
        className="-outline-offset-2 absolute inset-0 rounded-table hover:bg-hover"
      />
    </div>
  );
}
