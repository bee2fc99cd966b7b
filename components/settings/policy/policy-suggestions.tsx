'use client';
/**
 * Calls that the record suggests allowing ahead, each with its evidence. None is in force until somebody allows it from
 * a card.
 */
import { useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { dateWords, secondsWords } from '@/components/shown/say-time';
import { ShownText } from '@/components/shown/shown-text';
import { nameOf } from '@/components/tool-call/call-name';
import { grantWords } from '@/components/tool-call/grant/grant-words';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';
import { REPLAY_DAYS, type Suggested } from '@/lib/replay/replay-view';

const ANYWHERE = { thisChat: false, times: null, until: null };

export function PolicySuggestions() {
  const [found, setFound] = useState<Suggested | null>(null);
  const { doing, outcome, act } = useAct();
  const look = () =>
    act('look', '', async () => {
      setFound(await request<Suggested>('GET', '/api/policy/suggestions'));
      return undefined;
    });
  return (
    <section aria-label={say('trial.suggestions')} className="mt-4 border-t pt-3">
      <h3 className="font-medium text-14">{say('trial.suggestions')}</h3>
      <p className="max-w-prose text-13 text-muted">{say('trial.suggestions.means')}</p>
      <Button look="outline" className="mt-2" disabled={doing !== null} onClick={() => void look()}>
        {say(doing ? 'trial.trying' : 'trial.suggestions.look')}
      </Button>
      <OutcomeLine outcome={outcome} />
      {found?.suggestions.length === 0 && (
        <p className="mt-2 max-w-prose text-14">
          {found.isCut
            ? say('trial.suggestions.cut', { days: REPLAY_DAYS, since: dateWords(found.since, new Date()) })
            : say('trial.suggestions.none')}
        </p>
      )}
      <ul className="mt-2 divide-y divide-line" data-testid="suggestions">
        {found?.suggestions.map(({ server, tool, title, confirmed, meanSeconds, bounds }) => (
          <li key={`${server} ${tool}`} className="py-2 text-14">
            <p className="break-words font-medium text-ink">
              <ShownText
                text={grantWords(nameOf({ server, tool, title, trusted: true }), bounds, ANYWHERE)}
              />
            </p>
            <p className="text-13 text-ink-2">
              {say('trial.suggestions.why', { count: confirmed, time: secondsWords(meanSeconds * 1_000) })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
