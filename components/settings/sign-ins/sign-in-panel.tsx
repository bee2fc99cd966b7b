'use client';
/**
 * The person's own sign-in at a server, or the team's: the account, its rights, since when; and signing in, again, and
 * out.
 */
import type { ReactNode } from 'react';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { GoThere } from '@/components/tool-call/sign-in/go-there';
import { useBegin } from '@/components/tool-call/sign-in/use-begin';
import { Button } from '@/components/ui/button';
import { say, sayWith } from '@/components/words/say';
import type { SignInView } from '@/lib/sign-ins/sign-in-view';
import type { SignIns } from './use-sign-ins';

export interface SignInPanelProps {
  signIn: SignInView;
  isBusy: boolean;
  out: SignIns['out'];
}

/** Inside a section that names the server. */
export function SignInPanel({ signIn, isBusy, out }: SignInPanelProps) {
  const { server, mayAct, state, wanted } = signIn;
  const shown = visibleString(server);
  const { begun, problem, isAsking, begin, leave } = useBegin(server, null);
  const again =
    wanted.length > 0 ? 'sign-ins.more' : state === 'none' ? 'sign-ins.sign-in' : 'sign-ins.again';
  return (
    <div data-testid="sign-in" data-server={server} data-state={state}>
      <SignInFacts signIn={signIn} />
      {mayAct ? (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            look={state === 'active' && wanted.length === 0 ? 'outline' : 'act'}
            disabled={isBusy || isAsking}
            aria-label={`${say(again)}: ${shown}`}
            onClick={() => void begin()}
          >
            {say(again)}
          </Button>
          {state === 'active' && (
            <Button
              disabled={isBusy || isAsking}
              aria-label={`${say('sign-ins.out')}: ${shown}`}
              onClick={() => void out(signIn)}
            >
              {say('sign-ins.out')}
            </Button>
          )}
        </div>
      ) : (
        <p className="mt-2 text-13 text-muted">{say('sign-ins.admins-do')}</p>
      )}
      {problem !== null && (
        <p role="alert" className="wrap-anywhere mt-3 text-14 text-failed">
          <ShownText text={problem} />
        </p>
      )}
      {begun && <GoThere server={server} begun={begun} onLeave={leave} />}
    </div>
  );
}

function SignInFacts({ signIn }: { signIn: SignInView }) {
  const { state, scopes, wanted, issuerHost, signedInAt, refreshedAt, people, forTeam } = signIn;
  return (
    <>
      <p className="break-words text-14">
        <As signIn={signIn} />
      </p>
      <dl className="mt-2 text-13">
        {issuerHost !== null && (
          <Fact name={say('sign-ins.at')}>
            <ShownText text={issuerHost} />
          </Fact>
        )}
        {state === 'active' && (
          <Fact name={say('sign-ins.rights')}>
            {scopes.length === 0 ? say('sign-ins.rights.none') : <ShownText text={scopes.join(', ')} />}
          </Fact>
        )}
        {wanted.length > 0 && (
          <Fact name={say('sign-ins.wanted')}>
            <ShownText text={wanted.join(', ')} />
          </Fact>
        )}
        {signedInAt !== null && (
          <Fact name={say('sign-ins.since')}>
            <Moment iso={signedInAt} />
          </Fact>
        )}
        {refreshedAt !== null && (
          <Fact name={say('sign-ins.refreshed')}>
            {refreshedAt === signedInAt ? say('sign-ins.refreshed.never') : <Moment iso={refreshedAt} />}
          </Fact>
        )}
        {people !== null && !forTeam && (
          <Fact name={say('sign-ins.people')}>{say('sign-ins.people.count', { count: people })}</Fact>
        )}
      </dl>
    </>
  );
}

function As({ signIn: { state, account, forTeam, by } }: { signIn: SignInView }) {
  if (state === 'over') return say(forTeam ? 'sign-ins.state.over-team' : 'sign-ins.state.over');
  if (state === 'none') return say(forTeam ? 'sign-ins.state.none-team' : 'sign-ins.state.none');
  const who = () => (
    <span className="font-medium">
      <ShownText text={account ?? ''} />
    </span>
  );
  const person = () => <ShownText text={by ?? say('people.left')} />;
  if (forTeam && account === null) return sayWith('sign-ins.state.team', { person });
  if (forTeam) return sayWith('sign-ins.state.team-as', { who, person });
  return account === null ? say('sign-ins.state.in') : sayWith('sign-ins.state.as', { who });
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-x-4 py-0.5 max-md:flex-col max-md:py-1">
      <dt className="w-32 shrink-0 font-medium text-ink">{name}</dt>
      <dd className="wrap-anywhere min-w-0 flex-1 text-ink-2">{children}</dd>
    </div>
  );
}
