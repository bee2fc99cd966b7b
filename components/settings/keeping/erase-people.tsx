'use client';
/**
 * The people who can be erased, and who were: what goes and what stays is said beforehand, and afterwards what went.
 */
import { useRef, useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { say, sayWith } from '@/components/words/say';
import type { FactorsView } from '@/lib/account/factors/factors-view';
import type { ErasablePerson, ErasedPerson, ErasurePlan, ErasuresView } from '@/lib/keeping/erasure-view';
import type { Proof } from '../account/factors/ask-proof';
import { ENTRIES } from '../entries';
import { AskErase } from './ask-erase';

const ROUTE = '/api/keeping/people';

interface ErasePeopleProps {
  erasures: ErasuresView;
  factors: FactorsView;
}

export function ErasePeople({ erasures: initial, factors }: ErasePeopleProps) {
  const [{ people, erased }, setErasures] = useState(initial);
  const [plan, setPlan] = useState<ErasurePlan | null>(null);
  /** The message shown after its dialog has closed. */
  const went = useRef<string | undefined>(undefined);
  const { doing, outcome, act } = useAct();
  const ask = ({ id }: ErasablePerson) =>
    act(id, say('erasing.not'), async () => {
      setPlan(await request<ErasurePlan>('GET', `${ROUTE}/${id}`));
      return undefined;
    });
  const erase = async ({ id }: ErasurePlan, proof: Proof) => {
    const { counts } = await request<{ counts: Record<string, number> }>('DELETE', `${ROUTE}/${id}`, proof);
    const { chats = 0, messages = 0, files = 0 } = counts;
    went.current = say('erasing.done', { chats, messages, files });
    const fresh = await request<ErasuresView>('GET', ROUTE).catch(() => null);
    if (fresh) setErasures(fresh);
  };
  return (
    <section className="mt-8" data-testid="erasing">
      <h3 className="font-semibold text-16">{say('erasing.heading')}</h3>
      <p className="mt-1 max-w-prose text-14 text-muted">{say('erasing.why')}</p>
      <p className="mt-2 max-w-prose text-14 text-muted">{say('erasing.backups')}</p>
      <OutcomeLine outcome={outcome} />
      {people.length === 0 ? (
        <p className="mt-3 text-14 text-ink-2">{say('erasing.none')}</p>
      ) : (
        <ul aria-label={say('erasing.people')} className={ENTRIES}>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              isBusy={doing !== null}
              onAsk={() => void ask(person)}
            />
          ))}
        </ul>
      )}
      {erased.length > 0 && <Erased erased={erased} />}
      {plan && (
        <AskErase
          plan={plan}
          factors={factors}
          onErase={(proof) => erase(plan, proof)}
          onErased={() => void act(plan.id, '', async () => went.current)}
          onClose={() => setPlan(null)}
        />
      )}
    </section>
  );
}

interface PersonRowProps {
  person: ErasablePerson;
  isBusy: boolean;
  onAsk(): void;
}

function PersonRow({ person: { name, email, isMember }, isBusy, onAsk }: PersonRowProps) {
  return (
    <li
      data-testid="erasable"
      className="flex items-start justify-between gap-x-6 gap-y-3 px-4 py-3 max-md:flex-col"
    >
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium text-14 text-ink">
          <ShownText text={name} />
        </p>
        <p className="break-all text-13 text-ink-2">
          <ShownText text={email} />
        </p>
        <p className="mt-0.5 text-13 text-muted">{say(isMember ? 'erasing.member' : 'erasing.left')}</p>
      </div>
      <Button
        aria-label={say('erasing.ask-it', { name: visibleString(name) })}
        disabled={isBusy}
        onClick={onAsk}
        className="shrink-0"
      >
        {say('erasing.ask')}
      </Button>
    </li>
  );
}

function Erased({ erased }: { erased: readonly ErasedPerson[] }) {
  return (
    <>
      <h4 className="mt-6 font-semibold text-14">{say('erasing.erased')}</h4>
      <ul aria-label={say('erasing.erased')} className={ENTRIES}>
        {erased.map(({ id, by, at, isDone }) => (
          <li key={id} data-testid="erased" className="px-4 py-3 text-14">
            <code className="break-all font-mono text-13">{id}</code>
            <p className="mt-0.5 text-13 text-muted">
              {at !== null &&
                sayWith(by === null ? 'erasing.by-list' : 'erasing.by', {
                  who: () => <ShownText text={by ?? ''} />,
                  when: () => <Moment iso={at} sentence />,
                })}{' '}
              {!isDone && say('erasing.going')}
            </p>
          </li>
        ))}
      </ul>
      <a
        href="/api/keeping/erased"
        download
        className="mt-3 inline-flex h-11 items-center rounded-control border border-edge bg-raised px-4 text-14 hover:bg-hover md:h-9"
      >
        {say('erasing.list')}
      </a>
    </>
  );
}
