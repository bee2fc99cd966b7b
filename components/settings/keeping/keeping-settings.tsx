'use client';
/** How long the team keeps what was said and done, and what was deleted lately. */
import { useState } from 'react';
import { SettingsPage } from '@/components/shell/settings-page';
import { Moment } from '@/components/shown/moment';
import { say } from '@/components/words/say';
import type { FactorsView } from '@/lib/account/factors/factors-view';
import type { ErasuresView } from '@/lib/keeping/erasure-view';
import type { KeepingView, SweepView } from '@/lib/keeping/keeping-view';
import { ENTRIES } from '../entries';
import { ErasePeople } from './erase-people';
import { KeepingForm } from './keeping-form';

interface KeepingSettingsProps {
  keeping: KeepingView;
  erasures: ErasuresView;
  factors: FactorsView;
}

export function KeepingSettings({ keeping: initial, erasures, factors }: KeepingSettingsProps) {
  const [keeping, setKeeping] = useState(initial);
  return (
    <SettingsPage name="keeping" intro={say('keeping.intro')}>
      <KeepingForm keeping={keeping} onSaved={setKeeping} />
      <section className="mt-8">
        <h3 className="font-semibold text-16">{say('keeping.swept')}</h3>
        <p className="mt-1 max-w-prose text-14 text-muted">{say('keeping.swept.why')}</p>
        {keeping.sweeps.length === 0 ? (
          <p className="mt-3 text-14 text-ink-2">{say('keeping.swept.none')}</p>
        ) : (
          <ul aria-label={say('keeping.swept')} className={ENTRIES}>
            {keeping.sweeps.map((one) => (
              <SweepRow key={one.id} sweep={one} />
            ))}
          </ul>
        )}
      </section>
      <ErasePeople erasures={erasures} factors={factors} />
    </SettingsPage>
  );
}

const SLUGS = {
  chats: 'chats',
  'erased chats': 'erased-chats',
  answers: 'answers',
  contents: 'contents',
  mail: 'mail',
} as const;

function SweepRow({ sweep: { what, count, at } }: { sweep: SweepView }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-3 text-14">
      <span>{say(`keeping.swept.${SLUGS[what]}`, { count })}</span>
      <span className="text-13 text-muted">
        <Moment iso={at} />
      </span>
    </li>
  );
}
