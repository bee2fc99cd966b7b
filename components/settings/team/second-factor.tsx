'use client';
/** Whom the team asks for a second factor. */
import { useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';
import { SECOND_FACTOR_OF, type SecondFactorOf } from '@/lib/team/team-view';

export function SecondFactor({ of: initial }: { of: SecondFactorOf }) {
  const [saved, setSaved] = useState(initial);
  // It is set by a press: keys that go through the choices set nothing.
  const [of, setOf] = useState(initial);
  const { doing, outcome, act } = useAct();
  const save = () =>
    act('', say('team.factor.not-saved'), async () => {
      await request('PUT', '/api/team/second-factor', { of });
      setSaved(of);
      return say('team.factor.saved');
    });
  return (
    <section className="mt-8">
      <h3 className="font-semibold text-16">{say('team.factor')}</h3>
      <p className="mt-1 max-w-prose text-14 text-muted">{say('team.factor.why')}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <select
          aria-label={say('team.factor.of')}
          value={of}
          onChange={(event) => setOf(SECOND_FACTOR_OF.find((one) => one === event.target.value) ?? of)}
          className="h-10 rounded-control border border-edge bg-page px-2 text-14 text-ink max-md:h-11"
        >
          {SECOND_FACTOR_OF.map((one) => (
            <option key={one} value={one}>
              {say(`team.factor.${one}`)}
            </option>
          ))}
        </select>
        {of !== saved && (
          <Button look="act" disabled={doing !== null} onClick={() => void save()}>
            {say('team.factor.save')}
          </Button>
        )}
      </div>
      <OutcomeLine outcome={outcome} />
    </section>
  );
}
