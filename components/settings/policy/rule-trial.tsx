'use client';
/**
 * What the record says about a change of a rule, right below its fields: for one that asks less, before it is saved.
 */
import { useEffect, useRef } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { takeFocus } from '@/components/shown/take-focus';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';
import { TrialResult } from './trial-result';
import type { useRule } from './use-rule';

export function RuleTrial({ name, rule }: { name: string; rule: ReturnType<typeof useRule> }) {
  const { said, trial, save, discard } = rule;
  const place = useRef<HTMLElement>(null);
  const waits = said.kind === 'tried';
  useEffect(() => {
    if (waits) comeTo(place.current);
  }, [waits]);
  // A change without any difference needs no comment.
  if (!trial || (!waits && !differs(trial))) return null;
  /** The buttons disappear: the changed field takes the focus. */
  const done = (what: () => void) => {
    place.current?.closest('li')?.querySelector<HTMLElement>('select')?.focus();
    what();
  };
  return (
    <section
      ref={place}
      aria-label={say('trial.of-change', { name })}
      data-testid="rule-trial"
      className="mt-2 rounded-table border border-edge bg-page px-3.5 py-2.5 @min-[46rem]:col-span-full"
    >
      <p
        tabIndex={-1}
        className={`rounded-control ${waits ? 'font-medium text-14 text-ink' : 'text-13 text-ink-2'}`}
      >
        {say(waits ? 'trial.not-saved-yet' : 'trial.by-the-record')}
      </p>
      {'problem' in trial ? (
        <p className="mt-1 text-14 text-ink">
          {say('trial.not-told')} <ShownText text={trial.problem} />
        </p>
      ) : (
        <TrialResult found={trial.found} />
      )}
      {waits && (
        // Visible however long the list above is.
        <div className="sticky bottom-0 -mx-1 mt-2 flex flex-wrap gap-2 bg-page px-1 py-2">
          <Button look="act" onClick={() => done(save)}>
            {say('trial.save')}
          </Button>
          <Button onClick={() => done(discard)}>{say('trial.discard')}</Button>
        </div>
      )}
    </section>
  );
}

/** Scrolls to the row and focuses it, unless the person has moved on while the record was read. */
function comeTo(place: HTMLElement | null): void {
  const row = place?.closest('li');
  if (!row || !(row.contains(document.activeElement) || document.activeElement === document.body)) return;
  takeFocus(place?.querySelector('p') ?? null);
  row.scrollIntoView?.({ block: 'nearest' });
}

function differs(trial: NonNullable<ReturnType<typeof useRule>['trial']>): boolean {
  if ('problem' in trial) return false;
  const { more, less, stricter, softer, refused, freed } = trial.found;
  return [more, less, stricter, softer, refused, freed].some((count) => count > 0);
}
