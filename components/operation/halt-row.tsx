'use client';
/** Something that is stopped, or was. */
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { Button } from '@/components/ui/button';
import { say, sayWith } from '@/components/words/say';
import type { HaltView, LiftedHalt } from '@/lib/rules/halt-view';
import { targetOf } from './halt-words';

interface HaltRowProps {
  halt: HaltView;
  /** Absent: it is still in force. */
  lifted?: LiftedHalt;
  isBusy?: boolean;
  onLift?(): void;
}

export function HaltRow({ halt, lifted, isBusy = false, onLift }: HaltRowProps) {
  const what = targetOf(halt);
  const who = (name: string | null) => () => <ShownText text={name ?? say('operation.somebody')} />;
  return (
    <li
      data-testid={lifted ? 'lifted-halt' : 'halt'}
      className="flex items-start justify-between gap-x-6 gap-y-3 px-4 py-3 max-md:flex-col"
    >
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium text-14 text-ink">
          <ShownText text={what} />
        </p>
        <p className="mt-0.5 break-words text-14 text-ink-2">
          <ShownText text={halt.reason} />
        </p>
        <p className="mt-0.5 break-words text-13 text-muted">
          {sayWith('operation.set', {
            who: who(halt.setBy),
            when: () => <Moment iso={halt.setAt} sentence />,
          })}{' '}
          {lifted &&
            sayWith('operation.lifted-by', {
              who: who(lifted.liftedBy),
              when: () => <Moment iso={lifted.liftedAt} sentence />,
            })}
        </p>
      </div>
      {onLift && (
        <Button aria-label={say('operation.lift-it', { what })} disabled={isBusy} onClick={onLift}>
          {say('operation.lift')}
        </Button>
      )}
    </li>
  );
}
