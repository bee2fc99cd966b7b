'use client';
/** The limits in force, and for admins the form to set one. */
import { useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { useWorkspace } from '@/components/shell/workspace';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { AskDialog } from '@/components/ui/ask-dialog';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';
import { isMoney, type LimitView, type UsageView } from '@/lib/limits/usage-view';
import { ENTRIES } from '../entries';
import { LimitForm } from './limit-form';
import type { PricedModel } from './money-counts';
import { figureWords, moneyWords } from './usage-sums';

type People = readonly { id: string; name: string }[];

interface LimitsProps {
  limits: readonly LimitView[];
  people: People;
  models: readonly PricedModel[];
  onChange(usage: UsageView): void;
}

export function Limits({ limits, people: team, models, onChange }: LimitsProps) {
  const { viewer } = useWorkspace();
  const isAdmin = viewer.role === 'admin';
  const people = isAdmin ? team : [...team, { id: viewer.id, name: say('limits.whose.you') }];
  const { doing, outcome, act } = useAct();
  const put = (about: 'form' | 'list', limit: LimitView, done: string) =>
    act(about, say('limits.not-set'), async () => {
      onChange(await request<UsageView>('PUT', '/api/usage/limits', limit));
      return done;
    });
  return (
    <section aria-labelledby="limits-heading" className="mt-10">
      <h3 id="limits-heading" className="font-semibold text-16">
        {say('limits.heading')}
      </h3>
      <p className="mt-1.5 max-w-prose text-14 text-muted">{say('limits.about')}</p>
      <OutcomeLine outcome={outcome?.about === 'list' ? outcome : null} />
      {limits.length === 0 ? (
        <p className="mt-3 text-14 text-ink-2">{say('limits.none')}</p>
      ) : (
        <ul aria-label={say('limits.heading')} className={ENTRIES}>
          {limits.map((limit) => (
            <li
              key={`${limit.whose} ${limit.what}`}
              data-testid="limit"
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 text-14"
            >
              <Said limit={limit} people={people} />
              {isAdmin && (
                <Remove
                  name={nameOf(limit, people)}
                  isBusy={doing !== null}
                  onRemove={() =>
                    void put('list', { ...limit, soft: null, hard: null }, say('limits.removed'))
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdmin && (
        <LimitForm
          limits={limits}
          people={people}
          models={models}
          isBusy={doing !== null}
          outcome={outcome?.about === 'form' ? outcome : null}
          onSet={(limit) => put('form', limit, say('limits.set'))}
        />
      )}
    </section>
  );
}

interface RemoveProps {
  /** Of the limit. */
  name: string;
  isBusy: boolean;
  onRemove(): void;
}

function Remove({ name, isBusy, onRemove }: RemoveProps) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button
        disabled={isBusy}
        aria-label={say('limits.remove-it', { limit: name })}
        onClick={() => setAsks(true)}
      >
        {say('limits.remove')}
      </Button>
      {asks && (
        <AskDialog
          title={say('limits.remove.title')}
          why={say('limits.remove.why', { limit: name })}
          back={say('limits.keep')}
          on={say('limits.remove.sure')}
          onGo={onRemove}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

function whoseWords(whose: string, people: People): string {
  if (whose === 'team' || whose === 'each') return say(`limits.whose.${whose}`);
  return visibleString(people.find(({ id }) => id === whose)?.name ?? say('limits.whose.one'));
}

const nameOf = ({ whose, what }: LimitView, people: People) =>
  say('limits.name', { whose: whoseWords(whose, people), what: say(`limits.what.${what}`) });

function Said({ limit, people }: { limit: LimitView; people: People }) {
  const { soft, hard } = limit;
  const amount = (value: number) =>
    isMoney(limit.what) ? moneyWords(value, limit.currency ?? '') : figureWords(value);
  return (
    <p className="min-w-0 break-words">
      <span className="font-medium">
        <ShownText text={nameOf(limit, people)} />
      </span>
      <span className="block text-13 text-muted">
        {hard !== null && say('limits.hard-at', { amount: amount(hard) })}{' '}
        {soft !== null && say('limits.soft-at', { amount: amount(soft) })}
      </span>
    </p>
  );
}
