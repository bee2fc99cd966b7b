'use client';
/**
 * Above the cards of alike calls: how many there are, and a button to review them together. The cards stay where they
 * are.
 */
import { Rows3 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { takeFocus } from '@/components/shown/take-focus';
import { Icon } from '@/components/ui/icon';
import { say, sayWith } from '@/components/words/say';
import { told } from '@/components/words/told';
import { errorWords } from '../../api/error-words';
import { nameOf } from '../call-name';
import { CARD_BUTTON, ToolName } from '../card-frame';
import type { AlikeGroup } from './alike-groups';
import { AlikeList } from './alike-list';
import { useAlike, type Went } from './use-alike';

/** Stays while there is a result to show, even if nothing alike waits any more. */
export function AlikeBar({ group }: { group: AlikeGroup }) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const place = useRef<HTMLDivElement>(null);
  const { waiting, deciding, went, problem, decide } = useAlike(group.approvals);
  const [first] = waiting;
  const isList = waiting.length > 1 && first !== undefined;
  /** The buttons disappear with the list: the focus must not be lost. */
  const keepFocus = () => {
    if (place.current?.contains(document.activeElement)) takeFocus(place.current);
  };
  useEffect(() => {
    // The list has gone, and the page is shorter.
    if (went && place.current && document.activeElement === place.current) takeFocus(place.current);
  }, [went]);
  if (!isList && !went) return null;
  return (
    <div
      ref={place}
      tabIndex={-1}
      data-testid="alike-calls"
      className={
        isList
          ? 'mb-3 min-w-0 rounded-card border border-card-edge bg-card p-3.5 text-card-ink outline-none'
          : 'min-w-0 scroll-mt-3 rounded-table'
      }
    >
      {isList && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="flex min-w-0 gap-2 text-14">
            <Icon of={Rows3} size={16} className="mt-0.5 shrink-0 text-wait" />
            <span className="wrap-anywhere">
              {sayWith('alike.waiting', {
                count: waiting.length,
                tool: () => <ToolName name={nameOf(first)} trusted />,
              })}
            </span>
          </p>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={list}
            onClick={() => setOpen(!isOpen)}
            className={CARD_BUTTON}
          >
            {isOpen ? say('alike.close') : say('alike.open')}
          </button>
        </div>
      )}
      <div id={list}>
        {isList && isOpen && (
          <AlikeList
            approvals={waiting}
            deciding={deciding}
            onClose={() => {
              keepFocus();
              setOpen(false);
            }}
            onDecide={(decision) => {
              keepFocus();
              void decide(decision);
            }}
          />
        )}
      </div>
      {problem !== null && (
        <p role="alert" className="mt-2 font-medium text-14">
          {problem}
        </p>
      )}
      {went && <WhatCame went={went} />}
    </div>
  );
}

function WhatCame({ went: { decision, done, refused } }: { went: Went }) {
  const words = say(decision === 'confirm' ? 'alike.confirmed' : 'alike.cancelled', { count: done });
  if (refused.length === 0) {
    return (
      <p
        aria-live="polite"
        className="mb-3 rounded-table border border-line bg-raised px-3.5 py-2.5 text-13 text-ink"
      >
        {words}
      </p>
    );
  }
  return (
    <div role="alert" className="mb-2 text-14 text-ink">
      <p>{`${words} ${say('alike.refused', { count: refused.length })}`}</p>
      <ul className="list-disc pl-5">
        {refused.map(({ approval, message }) => (
          <li key={approval.id}>
            <ShownText text={told(errorWords(message, true))} />
          </li>
        ))}
      </ul>
    </div>
  );
}
