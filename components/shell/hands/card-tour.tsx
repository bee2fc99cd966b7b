'use client';
/**
 * A tour of the card in three short steps. Its example is a picture without buttons, groups or ids, so that neither a
 * person nor a program takes it for a pending card.
 */
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { Dialog } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';

const STEPS = ['what', 'values', 'decide'] as const;
type Step = (typeof STEPS)[number];

export function CardTour({ onClose }: { onClose: () => void }) {
  const [at, setAt] = useState(0);
  const words = useId();
  const step = STEPS[at] ?? 'what';
  const isLast = at === STEPS.length - 1;
  return (
    <Dialog
      title={say('tour.title')}
      onClose={onClose}
      className="max-h-[calc(100dvh-24px)] w-[min(520px,calc(100vw-24px))] overflow-y-auto max-md:p-4"
    >
      {(close) => (
        <>
          <ExampleCard step={step} />
          <div id={words} aria-live="polite" className="mt-4 min-h-32 max-md:min-h-44">
            <p className="text-12 text-muted">{say('tour.of', { step: at + 1 })}</p>
            <h3 className="mt-0.5 font-semibold text-16">{say(`tour.${step}.heading`)}</h3>
            <p className="mt-1 text-14 text-ink-2">{say(`tour.${step}.words`)}</p>
          </div>
          <div className="mt-4 flex flex-wrap items-center gap-2">
            {!isLast && (
              <Button look="plain" className="-ml-4 mr-auto" onClick={close}>
                {say('tour.skip')}
              </Button>
            )}
            {at > 0 && (
              <Button className={isLast ? 'ml-auto' : ''} onClick={() => setAt(at - 1)}>
                {say('tour.back')}
              </Button>
            )}
            <Button
              look="act"
              data-focus
              aria-describedby={words}
              onClick={() => (isLast ? close() : setAt(at + 1))}
            >
              {say(isLast ? 'tour.finish' : 'tour.next')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function ExampleCard({ step }: { step: Step }) {
  return (
    <div role="img" aria-label={say('tour.picture')} className="mt-4">
      <div
        aria-hidden="true"
        className="relative select-none rounded-card border-2 border-card-edge border-dashed bg-card px-4 py-3 text-14 text-card-ink"
      >
        <span className="absolute top-2.5 right-3 rounded-badge border border-card-ink px-2 py-0.5 font-medium text-12">
          {say('tour.example')}
        </span>
        <p className="flex items-center gap-2 pr-20 font-semibold text-16">
          <Icon of={TriangleAlert} className="shrink-0" />
          {say('tour.example.title')}
        </p>
        <Part isLit={step === 'what'}>
          <p className="font-medium text-12 text-card-ink-2">{say('card.affected')}</p>
          <Row name={say('tour.example.customer')}>{say('tour.example.name')}</Row>
          <Row name={say('tour.example.orders')}>{say('tour.example.two')}</Row>
        </Part>
        <Part isLit={step === 'values'}>
          <p className="font-medium text-12 text-card-ink-2">
            {say('card.arguments')} · {say('tour.example.why')}
          </p>
          <p className="font-mono text-13">{say('tour.example.value')}</p>
        </Part>
        <Part isLit={step === 'decide'}>
          <p className="flex gap-2">
            <span className={LIKE_A_BUTTON}>{say('card.cancel')}</span>
            <span className={LIKE_A_BUTTON}>{say('card.confirm')}</span>
          </p>
        </Part>
      </div>
    </div>
  );
}

const LIKE_A_BUTTON =
  'flex min-h-9 flex-1 items-center justify-center rounded-control border border-card-ink border-dashed font-semibold text-14';

/** The part that the step is about has a frame around it. */
function Part({ isLit, children }: { isLit: boolean; children: ReactNode }) {
  return (
    <div
      className={classes(
        '-mx-2 mt-1.5 rounded-control border-2 px-1.5 py-1.5',
        isLit ? 'border-card-ink' : 'border-transparent',
      )}
    >
      {children}
    </div>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap gap-x-3 py-0.5">
      <span className="w-24 shrink-0 text-13 text-card-ink-2">{name}</span>
      <span className="min-w-0 flex-1">{children}</span>
    </p>
  );
}
