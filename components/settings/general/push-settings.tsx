'use client';
/**
 * Push notifications in this browser, also while no page of Amber is open: an answer has ended, or something waits for
 * the person.
 */
import { useEffect, useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';
import { isTold, type PushState, stateOfPush, turnOff, turnOn } from './push-browser';

const PATH = '/api/push';

export function PushSettings() {
  const [state, setState] = useState<PushState>('unknown');
  const { doing, outcome, act } = useAct();
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      const { browsers } = await request<{ browsers: string[] }>('GET', PATH);
      const now = await stateOfPush(browsers);
      if (!isGone) setState(now);
    };
    // Where the state cannot be determined, the setting shows as off, and turning it on says why that fails.
    look().catch(() => !isGone && setState('off'));
    return () => {
      isGone = true;
    };
  }, []);
  const switchIt = () =>
    act('', say(state === 'on' ? 'push.not-off' : 'push.not-on'), async () => {
      if (state === 'on') {
        const endpoint = await turnOff();
        if (endpoint) await request('DELETE', PATH, { endpoint });
        setState('off');
        return say('push.is-off');
      }
      const { key } = await request<{ key: string }>('GET', PATH);
      const browser = await turnOn(key);
      if (!isTold(browser)) {
        setState(browser);
        return undefined;
      }
      await request('POST', PATH, browser);
      setState('on');
      return say('push.is-on');
    });
  return (
    <section className="mt-10">
      <h3 className="font-semibold text-16">{say('push.heading')}</h3>
      <p className="mt-1 max-w-prose text-14 text-muted">{say('push.means')}</p>
      {state === 'missing' || state === 'denied' ? (
        <p className="mt-3 max-w-prose text-14">{say(`push.${state}`)}</p>
      ) : (
        <Button className="mt-3" disabled={doing !== null || state === 'unknown'} onClick={switchIt}>
          {say(state === 'on' ? 'push.turn-off' : 'push.turn-on')}
        </Button>
      )}
      <OutcomeLine outcome={outcome} />
    </section>
  );
}
