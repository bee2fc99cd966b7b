'use client';
/**
 * Another client asks to act for a person: who says so, where the answer goes, what the client gets and for how long.
 */
import { useState } from 'react';
import { request, wordsOf } from '@/components/api/api';
import { Days, Rights, useGiven } from '@/components/settings/tokens/rights';
import { Servers, useTicked } from '@/components/settings/tokens/servers';
import { ShownText } from '@/components/shown/shown-text';
import { takeFocusOver } from '@/components/shown/take-focus';
import { Button } from '@/components/ui/button';
import { useHydrated } from '@/components/ui/use-hydrated';
import { say, sayWith } from '@/components/words/say';
import type { AllowView } from '@/lib/outside/sign-in/allow-view';
import type { ServerChoice, TokenDays } from '@/lib/outside/token-view';
import { AllowButton } from './allow-button';
import { AllowFrame } from './allow-frame';
import { Who } from './who';

interface AllowProps {
  asked: AllowView;
  viewer: { name: string; team: string };
  /** The connected servers of the team. */
  servers: readonly ServerChoice[];
}

export function Allow({ asked, viewer, servers }: AllowProps) {
  const { client, scopes } = asked;
  // The client has asked for these; it only reads until more is ticked.
  const { given, toggle } = useGiven(scopes.filter((scope) => scope.endsWith('.read')));
  const { ticked, tick } = useTicked();
  const isNothing = given.size + ticked.size === 0;
  const [days, setDays] = useState<TokenDays>(30);
  const { deciding, problem, said, decide } = useDecision(asked.id);
  const isHydrated = useHydrated();
  if (said !== null) {
    return (
      <AllowFrame>
        <p ref={takeFocusOver} tabIndex={-1} className="mt-6 rounded-control text-16">
          {said}
        </p>
      </AllowFrame>
    );
  }
  const wish = { scopes: scopes.filter((scope) => given.has(scope)), servers: [...ticked], days };
  return (
    <AllowFrame>
      <h1 className="mt-6 break-words font-semibold text-20">
        {client.name === null
          ? say('allow.asks-unnamed')
          : sayWith('allow.asks', {
              name: () => (
                <q>
                  <ShownText text={client.name ?? ''} />
                </q>
              ),
            })}
      </h1>
      <Who client={client} />
      <p className="mt-4 font-medium text-14">{say('allow.began')}</p>
      <Rights legend={say('allow.rights')} scopes={scopes} given={given} onToggle={toggle} />
      <Servers legend={say('allow.servers')} servers={servers} ticked={ticked} onTick={tick} />
      <div className="mt-4 md:max-w-[240px]">
        <Days label={say('allow.how-long')} days={days} onChange={setDays} />
      </div>
      <p className="mt-4 break-words text-13 text-muted">
        {sayWith('allow.as', {
          person: () => <ShownText text={viewer.name} />,
          team: () => <ShownText text={viewer.team} />,
        })}{' '}
        {say('allow.asks-still')}
      </p>
      {isNothing && <p className="mt-3 text-13 text-muted">{say('tokens.choose')}</p>}
      <p role="alert" className="mt-3 text-14 text-failed empty:hidden">
        {problem}
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button
          disabled={!isHydrated || deciding}
          onClick={() => decide(false, { scopes: [], servers: [], days })}
        >
          {say('allow.refuse')}
        </Button>
        <AllowButton isOpen={isHydrated && !isNothing} isBusy={deciding} onAllow={() => decide(true, wish)} />
      </div>
    </AllowFrame>
  );
}

interface Wish {
  scopes: string[];
  servers: string[];
  days: TokenDays;
}

/** A form's response may not lead to another site, so the page itself navigates there. */
function useDecision(id: string) {
  const [deciding, setDeciding] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const decide = async (allow: boolean, wish: Wish) => {
    setDeciding(true);
    setProblem(null);
    try {
      const { to } = await request<{ to: string }>('POST', '/api/oauth/decide', { id, allow, ...wish });
      // If a program handles the address, the page stays.
      setSaid(say(allow ? 'allow.allowed' : 'allow.refused-it'));
      window.location.assign(to);
    } catch (error) {
      setProblem(`${say('allow.not-decided')} ${wordsOf(error)}`);
      setDeciding(false);
    }
  };
  return { deciding, problem, said, decide };
}
