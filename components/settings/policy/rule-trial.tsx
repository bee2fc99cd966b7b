'use client';
/** What the record says of a change of a rule, beside its fields: of one that loosens it before it is saved. */
import { useRef } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';
import { TrialResult } from './trial-result';
import type { useRule } from './use-rule';

export function RuleTrial({ name, rule }: { name: string; rule: ReturnType<typeof useRule> }) {
  const { said, trial, save, discard } = rule;
  const place = useRef<HTMLElement>(null);
  // Of what differs nothing there is nothing to say.
  if (!trial || (said.kind !== 'tried' && !differs(trial))) return null;
  /** The buttons go: what was changed takes the keyboard over. */
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
      <p className="text-13 text-ink-2">
        {say(said.kind === 'tried' ? 'trial.not-saved-yet' : 'trial.by-the-record')}
      </p>
      {'problem' in trial ? (
        <p className="mt-1 text-14 text-ink">
          {say('trial.not-told')} <ShownText text={trial.problem} />
        </p>
      ) : (
        <TrialResult found={trial.found} />
      )}
      {said.kind === 'tried' && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button look="act" onClick={() => done(save)}>
            {say('trial.save')}
          </Button>
          <Button onClick={() => done(discard)}>{say('trial.discard')}</Button>
        </div>
      )}
    </section>
  );
}

function differs(trial: NonNullable<ReturnType<typeof useRule>['trial']>): boolean {
  if ('problem' in trial) return false;
  const { more, less, stricter, softer, refused, freed } = trial.found;
  return [more, less, stricter, softer, refused, freed].some((count) => count > 0);
}
