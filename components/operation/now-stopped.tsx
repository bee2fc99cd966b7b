'use client';
/** What is stopped now, and above it the outcome of the last halt or lifting. */
import { useEffect, useRef } from 'react';
import { type Outcome, OutcomeLine } from '@/components/api/use-act';
import { ENTRIES } from '@/components/settings/entries';
import { bringIntoView } from '@/components/shown/take-focus';
import { say } from '@/components/words/say';
import type { HaltView } from '@/lib/rules/halt-view';
import { HaltRow } from './halt-row';

interface NowStoppedProps {
  /** Newest first. */
  halts: readonly HaltView[];
  outcome: Outcome | null;
  isBusy: boolean;
  onLift?(halt: HaltView): void;
}

export function NowStopped({ halts, outcome, isBusy, onLift }: NowStoppedProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the form fills the window, so the outcome is brought into view and into focus.
    if (outcome && place.current) bringIntoView(place.current);
  }, [outcome]);
  return (
    <div ref={place}>
      <OutcomeLine outcome={outcome} />
      {halts.length === 0 ? (
        <p
          data-testid="nothing-stopped"
          className="mt-6 rounded-table border bg-raised px-4 py-3 text-14 text-ink-2"
        >
          {say('operation.nothing')}
        </p>
      ) : (
        <ul aria-label={say('operation.now')} className={ENTRIES}>
          {halts.map((halt) => (
            <HaltRow
              key={halt.id}
              halt={halt}
              isBusy={isBusy}
              {...(onLift && { onLift: () => onLift(halt) })}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
