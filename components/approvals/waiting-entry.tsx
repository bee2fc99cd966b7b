'use client';
import type { Decide } from '@/components/api/decide';
import type { EditHandlers } from '@/components/api/edit';
import type { Deciding } from '@/components/chat/deciding';
import { useFocusHandover } from '@/components/shown/use-focus-handover';
import { ApprovalCard } from '@/components/tool-call/approval/approval-card';
import { DecisionLine } from '@/components/tool-call/approval/decision-line';
import { TypedNote } from '@/components/tool-call/approval/typed-note';
import { useTyping } from '@/components/tool-call/approval/typing';
import { useExpired } from '@/components/tool-call/approval/use-expired';
import { nameOf } from '@/components/tool-call/call-name';
import { ToolName } from '@/components/tool-call/card-frame';
import { HeldCall } from '@/components/tool-call/loaded-apart';
import { sayWith } from '@/components/words/say';
import { About } from './about';
import { ConversationLines } from './conversation-lines';
import type { Entry } from './entries';
import { type Choice, ChooseEntry, type Fold, FoldedEntry } from './folded-entry';

interface WaitingEntryProps {
  entry: Entry;
  viewer: { id: string };
  /** Absent: all are shown open, without folding. */
  fold?: Fold | undefined;
  /** Absent: this person cannot cancel it, or there is nothing to choose from. */
  choice?: Choice | undefined;
  onDecide: Decide;
  edits: EditHandlers;
  /** For a confirmed call that is still held. */
  takeBack: Deciding['takeBack'];
}

/**
 * On wide screens rows take the left side, and the open card lies on the right, in view while scrolling; in the markup
 * it follows its own row.
 */
export const ROW = 'min-[1180px]:mr-[58%]';
const BESIDE = 'min-[1180px]:absolute min-[1180px]:inset-y-0 min-[1180px]:right-0 min-[1180px]:left-[44%]';
const IN_SIGHT = 'min-[1180px]:sticky min-[1180px]:top-4 min-[1180px]:pb-10';

export function WaitingEntry({ entry, viewer, fold, choice, ...handlers }: WaitingEntryProps) {
  const { onDecide, edits, takeBack } = handlers;
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
        <TypedNote approval={approval} viewer={viewer} typing={typing} />
        {approval.held && <HeldCall key={`held ${approval.id}`} approval={approval} takeBack={takeBack} />}
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
    <li className={fold && ROW}>
      {fold && <FoldedEntry approval={approval} viewer={viewer} choice={choice} {...fold} />}
      {!fold && choice && <ChooseEntry approval={approval} choice={choice} />}
      {(!fold || fold.isOpen) && (
        <div className={fold && BESIDE}>
          <div className={fold && IN_SIGHT}>
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
          </div>
        </div>
      )}
    </li>
  );
}
