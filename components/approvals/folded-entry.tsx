'use client';
/**
 * If many are pending, each is a row, and one at a time is open: below its row, or beside the list if there is room.
 */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { Children, useId } from 'react';
import { Moment } from '@/components/shown/moment';
import { RiskIcon } from '@/components/shown/risk-icon';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { nameOf } from '@/components/tool-call/call-name';
import { ToolName } from '@/components/tool-call/card-frame';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import { say, sayWith } from '@/components/words/say';
import type { ApprovalInContext } from '@/lib/inbox/inbox-view';
import { ThroughWords } from './about';
import { AgentsWords } from './agents-words';
import { aboutWords } from './row-words';

export interface Fold {
  isOpen: boolean;
  toggle: () => void;
}

/** The choice of cards to be cancelled together. */
export interface Choice {
  isChosen: boolean;
  toggle: () => void;
}

interface FoldedEntryProps extends Fold {
  approval: ApprovalInContext;
  viewer: { id: string };
  /** Absent: this person cannot cancel it. */
  choice: Choice | undefined;
}

function entryWords(approval: ApprovalInContext): string {
  const name = visibleString(nameOf(approval));
  const about = aboutWords(approval);
  const who = visibleString(approval.requestedBy.name);
  return about ? say('inbox.entry-about', { name, about, who }) : say('inbox.entry', { name, who });
}

/** Above a card that is open on its own. */
export function ChooseEntry({ approval, choice }: { approval: ApprovalInContext; choice: Choice }) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex min-h-9 w-fit cursor-pointer items-center gap-2 text-13 text-muted max-md:min-h-11"
    >
      <ChoiceBox id={id} choice={choice} words={entryWords(approval)} />
      {say('inbox.choose-short')}
    </label>
  );
}

function ChoiceBox({ id, choice, words }: { id?: string; choice: Choice; words: string }) {
  return (
    <input
      id={id}
      type="checkbox"
      data-row-choice
      checked={choice.isChosen}
      onChange={choice.toggle}
      aria-label={say('inbox.choose', { what: words })}
      className="relative z-[1] size-4 shrink-0 accent-ink pointer-coarse:size-6"
    />
  );
}

export function FoldedEntry({ approval, viewer, isOpen, toggle, choice }: FoldedEntryProps) {
  const about = aboutWords(approval);
  const words = entryWords(approval);
  return (
    <div
      className={classes(
        'relative flex min-h-11 items-center gap-2.5 rounded-table border bg-raised px-3 py-1.5 text-13 text-muted not-last:mb-1 max-md:gap-2',
        isOpen && 'border-edge',
      )}
    >
      {choice && <ChoiceBox choice={choice} words={words} />}
      <RiskIcon risk={approval.risk} trusted={approval.trusted} size={16} className="shrink-0 text-wait" />
      <RowText approval={approval} viewer={viewer} about={about} />
      <Icon of={isOpen ? ChevronDown : ChevronRight} className="shrink-0 max-md:hidden" />
      <button
        type="button"
        data-row={approval.id}
        aria-expanded={isOpen}
        aria-label={words}
        onClick={toggle}
        className="-outline-offset-2 absolute inset-0 rounded-table hover:bg-hover"
      />
    </div>
  );
}

/** Two lines, however long the words: all of them are on the card, and the row's name says which it is. */
function RowText({
  approval,
  viewer,
  about,
}: Pick<FoldedEntryProps, 'approval' | 'viewer'> & { about: string }) {
  const { server, requestedBy, requestedAt, expiresAt, trusted } = approval;
  return (
    <div className="@container min-w-0 flex-1">
      <p className="truncate">
        <span className="font-medium text-ink">
          <ToolName name={nameOf(approval)} trusted={trusted} />
        </span>
        {about && (
          <>
            {' '}
            <span data-testid="row-about" className="text-ink-2">
              <ShownText text={about} />
            </span>
          </>
        )}
      </p>
      <p className="flex justify-between gap-x-2 text-12">
        <span className="min-w-0 truncate">
          {!approval.mayDecide && (
            <>{approval.denied ? say('inbox.not-allowed') : say('inbox.others-decide')} · </>
          )}
          {sayWith(requestedBy.id === viewer.id ? 'inbox.you-asked' : 'inbox.who-asked', {
            more: (words) => <span className="hidden @min-[28rem]:inline">{Children.toArray(words)}</span>,
            server: () => <ShownText text={server} />,
            who: () => <ShownText text={requestedBy.name} />,
            when: () => <Moment iso={requestedAt} sentence />,
          })}
          <ThroughWords approval={approval} />
          <AgentsWords context={approval.context} />
        </span>
        <span className="shrink-0">
          {sayWith('inbox.until', {
            more: (words) => <span className="hidden @min-[15rem]:inline">{words}</span>,
            when: () => <Moment iso={expiresAt} />,
          })}
        </span>
      </p>
    </div>
  );
}
