'use client';
/** Guides a new team: each step says whether it is done and can be skipped, and the whole list can be dismissed. */
import { Circle, CircleCheck } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { focusComposer } from '@/components/shell/hands/hands';
import { useNoMail } from '@/components/shell/workspace';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useHydrated } from '@/components/ui/use-hydrated';
import { currentIntl, say } from '@/components/words/say';
import type { FirstStepsView, FirstStepView } from '@/lib/beginnings/first-steps-view';
import type { FirstStep, Preferences } from '@/lib/people/preferences';
import { type ActsProps, STEP_ACTS } from './step-acts';

interface FirstStepsProps extends Pick<ActsProps, 'question' | 'invitation'> {
  view: FirstStepsView;
  /** The steps that this person has already skipped. */
  skipped: Preferences['skipped'];
}

export function FirstSteps({ view, skipped: before, question, invitation }: FirstStepsProps) {
  const router = useRouter();
  const [skipped, setSkipped] = useState(before);
  const { doing, outcome, act } = useAct();
  const isHydrated = useHydrated();
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState<FirstStep | 'none' | null>(null);
  const skip = async (step: Preferences['skipped'][number]) => {
    const next = [...new Set([...skipped, step])];
    const isKept = await act('skip', '', async () => {
      await request('PATCH', '/api/preferences', { skipped: next });
      return undefined;
    });
    if (!isKept) return;
    setSkipped(next);
    setChosen(null);
    // The pressed button disappears.
    if (step === 'all') focusComposer();
    else heading.current?.focus();
  };
  const onChanged = () => {
    setChosen(null);
    router.refresh();
  };
  const steps = view.steps.filter(({ step }) => !skipped.includes(step));
  if (skipped.includes('all') || steps.every(({ isDone }) => isDone)) return null;
  const isBusy = doing !== null || !isHydrated;
  const open = chosen ?? steps.find(({ isDone }) => !isDone)?.step;
  return (
    <section
      aria-labelledby="first-steps"
      data-testid="first-steps"
      className="mt-6 rounded-card border bg-raised"
    >
      <div className="flex items-start justify-between gap-4 px-4 pt-2.5 pb-1.5">
        <h3
          ref={heading}
          id="first-steps"
          tabIndex={-1}
          className="rounded-control pt-1.5 font-semibold text-16"
        >
          {say('first.heading')}
        </h3>
        <Button look="plain" className="-mr-3 px-3" disabled={isBusy} onClick={() => void skip('all')}>
          {say('first.away')}
        </Button>
      </div>
      <ul className="divide-y divide-line border-t">
        {steps.map((one) => (
          <Step
            key={one.step}
            one={one}
            admins={view.admins}
            isOpen={one.step === open && !one.isDone}
            isBusy={isBusy}
            onToggle={() => setChosen(one.step === open ? 'none' : one.step)}
            onSkip={() => void skip(one.step)}
            acts={{ view, question, invitation, onChanged }}
          />
        ))}
      </ul>
      {outcome && (
        <div className="px-4 pb-3">
          <OutcomeLine outcome={outcome} />
        </div>
      )}
    </section>
  );
}

interface StepProps {
  one: FirstStepView;
  admins: FirstStepsView['admins'];
  isOpen: boolean;
  isBusy: boolean;
  onToggle: () => void;
  onSkip: () => void;
  acts: Omit<ActsProps, 'isBusy' | 'onSeen'>;
}

function Step({ one: { step, isDone }, admins, isOpen, isBusy, onToggle, onSkip, acts }: StepProps) {
  const why = whyWords(step, admins, useNoMail());
  const name = say(`first.${step}`);
  const Acts = STEP_ACTS[step];
  return (
    <li data-testid={`first-${step}`} data-done={isDone} className="px-4">
      <div className="flex items-center gap-3">
        <Icon of={isDone ? CircleCheck : Circle} className="shrink-0 text-muted" />
        {isDone ? (
          <p className="py-2.5 text-14 text-muted max-md:py-3">
            {name} <span className="sr-only">({say('first.done')})</span>
          </p>
        ) : (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={onToggle}
            className="min-h-10 min-w-0 flex-1 py-2 text-left font-medium text-14 max-md:min-h-11"
          >
            {name}
          </button>
        )}
      </div>
      {isOpen && (
        <div className="pb-4 pl-7">
          <p className="break-words text-13 text-muted">{why}</p>
          <div className="mt-3 flex flex-wrap items-end gap-2">
            <Acts {...acts} isBusy={isBusy} onSeen={onSkip} />
            <Button
              look="plain"
              className="px-3"
              aria-label={say('first.skip-it', { step: name })}
              disabled={isBusy}
              onClick={onSkip}
            >
              {say('first.skip')}
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}

/** People who cannot connect a model are told who can. */
function whyWords(step: FirstStep, admins: FirstStepsView['admins'], noMail: boolean): string {
  if (step === 'invite' && noMail) return say('first.invite.why.no-mail');
  if (step !== 'model' || !admins) return say(`first.${step}.why`);
  const names = new Intl.ListFormat(currentIntl(), { type: 'disjunction' }).format(admins.map(visibleString));
  return admins.length === 0 ? say('first.model.nobody') : say('first.model.others', { names });
}
