'use client';
/** Dictation: off until the person has read where the sound is sent and turned it on. */
import { useEffect, useState } from 'react';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { type Consent, keepConsent, readConsent } from '@/components/chat/dictation/consent';
import { installLanguage, type Way, wayOfDictation } from '@/components/chat/dictation/dictation';
import { useWorkspace } from '@/components/shell/workspace';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';

export function DictationSettings() {
  const { viewer } = useWorkspace();
  // Found out only on demand: it asks the browser, which may ask a service.
  const [way, setWay] = useState<Way | 'unknown'>('unknown');
  const [consent, setConsent] = useState<Consent | null>(null);
  const [mayLeave, setMayLeave] = useState(false);
  const { doing, outcome, act } = useAct();
  useEffect(() => setConsent(readConsent(viewer.id)), [viewer.id]);
  const look = () => void wayOfDictation().then(setWay, () => setWay('missing'));
  const isOn = consent !== null;
  const switchIt = () =>
    act('', say('form.not-saved'), async () => {
      const wanted = isOn || way === 'unknown' || way === 'missing' ? null : await agreed(way);
      keepConsent(viewer.id, wanted);
      setConsent(wanted);
      return say(wanted ? 'dictation.is-on' : 'dictation.is-off');
    });
  const leaves = way === 'maker' && !isOn;
  return (
    <section className="mt-10">
      <h3 className="font-semibold text-16">{say('dictation.heading')}</h3>
      <p className="mt-1 max-w-prose text-14 text-muted">{say('dictation.means')}</p>
      {(isOn || way !== 'unknown') && (
        <p className="mt-3 max-w-prose text-14" data-testid="dictation-way">
          {say(`dictation.way.${isOn ? consent : (way as Way)}`)}
        </p>
      )}
      {leaves && (
        <label className="mt-3 flex max-w-prose items-start gap-2.5 text-14">
          <input
            type="checkbox"
            checked={mayLeave}
            onChange={({ target }) => setMayLeave(target.checked)}
            className="mt-0.5 size-4 shrink-0 accent-ink"
          />
          {say('dictation.consent')}
        </label>
      )}
      {!isOn && way === 'unknown' && (
        <Button className="mt-3" onClick={look}>
          {say('dictation.look')}
        </Button>
      )}
      {(isOn || (way !== 'missing' && way !== 'unknown')) && (
        <Button className="mt-3" disabled={doing !== null || (leaves && !mayLeave)} onClick={switchIt}>
          {say(isOn ? 'dictation.turn-off' : 'dictation.turn-on')}
        </Button>
      )}
      <OutcomeLine outcome={outcome} />
    </section>
  );
}

/** @throws if the browser cannot get the language */
async function agreed(way: Exclude<Way, 'missing'>): Promise<Consent> {
  if (way === 'maker') return 'maker';
  if (way === 'installs' && !(await installLanguage())) throw new Error(say('dictation.not-installed'));
  return 'device';
}
