'use client';
/** A client needs its person to sign in at a server: shows first where and for what, then the link. */
import { useState } from 'react';
import { request, wordsOf } from '@/components/api/api';
import { ShownText } from '@/components/shown/shown-text';
import { takeFocusOver } from '@/components/shown/take-focus';
import { Button } from '@/components/ui/button';
import { useHydrated } from '@/components/ui/use-hydrated';
import { say, sayWith } from '@/components/words/say';
import { AllowFrame } from './allow-frame';

interface ServerSignInProps {
  client: string;
  server: string;
  viewer: { name: string; team: string };
}

interface Begun {
  url: string;
  host: string;
  scopes: string[];
}

export function ServerSignIn({ client, server, viewer }: ServerSignInProps) {
  const isHydrated = useHydrated();
  const { begun, isBusy, problem, begin } = useBegin(server);
  return (
    <AllowFrame>
      <h1 className="mt-6 break-words font-semibold text-20">
        {sayWith('allow.server.wants', {
          client: () => (
            <q>
              <ShownText text={client} />
            </q>
          ),
          server: () => <ShownText text={server} />,
        })}
      </h1>
      <p className="mt-3 text-16">{say('allow.server.means')}</p>
      <p className="mt-4 font-medium text-14">{say('allow.began')}</p>
      {begun && <Where begun={begun} />}
      <p className="mt-4 break-words text-13 text-muted">
        {sayWith('allow.as', {
          person: () => <ShownText text={viewer.name} />,
          team: () => <ShownText text={viewer.team} />,
        })}
      </p>
      <p role="alert" className="mt-3 text-14 text-failed empty:hidden">
        {problem}
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        {begun ? (
          <Button look="act" onClick={() => window.location.assign(begun.url)}>
            {say('allow.server.go')}
          </Button>
        ) : (
          <Button look="act" disabled={!isHydrated || isBusy} onClick={begin}>
            {isBusy ? say('allow.deciding') : say('allow.server.begin')}
          </Button>
        )}
      </div>
    </AllowFrame>
  );
}

/** The name is given by the authorization server itself; only its host is verified. */
function Where({ begun: { host, scopes } }: { begun: Begun }) {
  return (
    <div ref={takeFocusOver} tabIndex={-1} className="mt-4 rounded-table border bg-raised px-4 py-3">
      <p className="text-13 text-muted">{say('allow.server.goes-to')}</p>
      <p data-testid="sign-in-host" className="break-words font-semibold text-20">
        <ShownText text={host} />
      </p>
      {scopes.length > 0 && (
        <p className="mt-1 break-words text-13 text-muted">
          {say('allow.server.asks-for')} <ShownText text={scopes.join(' ')} />
        </p>
      )}
    </div>
  );
}

function useBegin(server: string) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const begin = async () => {
    setIsBusy(true);
    setProblem(null);
    try {
      setBegun(await request<Begun>('POST', '/api/servers/sign-in', { server }));
    } catch (error) {
      setProblem(`${say('allow.server.not-begun')} ${wordsOf(error)}`);
    }
    setIsBusy(false);
  };
  return { begun, isBusy, problem, begin };
}
