'use client';
/** An answered card, folded into one line, which reopens it without buttons. */
import { ChevronDown, ChevronRight, type LucideIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { Moment } from '@/components/shown/moment';
import { CARD_FRAME } from './card-frame';

interface FoldedLineProps {
  testId: string;
  mark: LucideIcon;
  /** What was decided has been carried out. */
  done: boolean;
  /** Of the button and of the card that it opens. */
  name: string;
  /** The button that reopens the card: receives the focus when a card was answered with the keyboard. */
  opener: RefObject<HTMLButtonElement | null>;
  /** Who said what. */
  text: ReactNode;
  /** When: ISO 8601, UTC. */
  at: string;
  /** The card's content. */
  children: ReactNode;
}

export function FoldedLine(props: FoldedLineProps) {
  const { testId, mark: Mark, done, name, opener, text, at, children } = props;
  const [open, setOpen] = useState(false);
  const card = useId();
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <>
      <div
        data-testid={testId}
        className="relative flex min-h-10 items-center gap-2 px-3 py-2 text-13 hover:bg-hover max-md:min-h-11 max-md:items-start"
      >
        <Mark
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className={`shrink-0 max-md:mt-0.5 ${done ? 'text-done' : 'text-muted'}`}
        />
        <div className="flex min-w-0 flex-1 items-baseline gap-x-4 max-md:flex-col">
          <p className="min-w-0 flex-1 break-words text-muted">{text}</p>
          <span className="shrink-0 text-muted tabular-nums">
            <Moment iso={at} />
          </span>
        </div>
        <Chevron aria-hidden size={16} strokeWidth={1.75} className="shrink-0 self-center text-muted" />
        <button
          ref={opener}
          type="button"
          aria-expanded={open}
          aria-controls={card}
          aria-label={name}
          onClick={() => setOpen(!open)}
          className="-outline-offset-2 absolute inset-0 scroll-my-3 rounded-table"
        />
      </div>
      {open && (
        <div id={card} className="looked-at p-2">
          <fieldset aria-label={name} className={CARD_FRAME}>
            {children}
          </fieldset>
        </div>
      )}
    </>
  );
}
