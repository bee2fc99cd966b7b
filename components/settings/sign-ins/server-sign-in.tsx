'use client';
/**
 * An admin's settings for signing in at a server, in its section of the page of servers: whose sign-in is used, and as
 * which client Amber is registered there.
 */
import { type FormEvent, useState } from 'react';
import { Choice } from '@/components/settings/general/choice';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { GoThere } from '@/components/tool-call/sign-in/go-there';
import { useBegin } from '@/components/tool-call/sign-in/use-begin';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { say } from '@/components/words/say';
import type { SignInView } from '@/lib/sign-ins/sign-in-view';
import { SignInPanel, type SignInPanelProps } from './sign-in-panel';
import type { SignIns } from './use-sign-ins';

interface ServerSignInProps extends SignInPanelProps {
  way: SignIns['way'];
  redirectUri: string;
}

export function ServerSignIn(props: ServerSignInProps) {
  const { signIn, isBusy, way, redirectUri } = props;
  const { server, forTeam, namesResource } = signIn;
  return (
    <section
      aria-label={`${say('sign-ins.heading')}: ${visibleString(server)}`}
      className="mt-4 border-t pt-4"
    >
      <h4 className="mb-1 font-semibold text-14">{say('sign-ins.heading')}</h4>
      <SignInPanel {...props} />
      <Choice
        label={say('sign-ins.way')}
        name={`way-${server}`}
        chosen={forTeam ? 'team' : 'each'}
        options={[
          ['each', say('sign-ins.way.each')],
          ['team', say('sign-ins.way.team')],
        ]}
        onChoose={(chosen) => void way(server, { forTeam: chosen === 'team', namesResource })}
      />
      <p className="mt-1 max-w-prose text-13 text-muted">{say('sign-ins.way.means')}</p>
      <details className="mt-3">
        <summary className="w-fit cursor-pointer rounded-control py-1 text-14 text-ink-2 max-md:min-h-11 max-md:py-3">
          {say('sign-ins.provider')}
        </summary>
        <label className="mt-2 flex max-w-prose items-start gap-2.5 text-14 max-md:min-h-11">
          <input
            type="checkbox"
            className="mt-0.5 size-4 shrink-0 accent-act"
            checked={!namesResource}
            disabled={isBusy}
            onChange={(event) => void way(server, { forTeam, namesResource: !event.target.checked })}
          />
          <span>{say('sign-ins.no-resource')}</span>
        </label>
        <GivenClient server={server} isBusy={isBusy} redirectUri={redirectUri} />
      </details>
    </section>
  );
}

/** The credentials of a client that somebody registered there by hand. The secret is sent once and never shown. */
function GivenClient({
  server,
  isBusy,
  redirectUri,
}: {
  server: string;
  isBusy: boolean;
  redirectUri: string;
}) {
  const { begun, problem, isAsking, begin, leave } = useBegin(server, null);
  const [typed, setTyped] = useState({ id: '', secret: '' });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { id, secret } = typed;
    await begin({ id: id.trim(), ...(secret !== '' && { secret }) });
    setTyped({ id, secret: '' });
  };
  return (
    <form onSubmit={submit} method="post" className="mt-4 flex max-w-prose flex-col gap-3">
      <p className="text-13 text-muted">{say('sign-ins.client.how')}</p>
      <p className="wrap-anywhere font-mono text-12">
        <ShownText text={redirectUri} />
      </p>
      <TextField
        label={say('sign-ins.client.id')}
        value={typed.id}
        onChange={(id) => setTyped((before) => ({ ...before, id }))}
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        required
      />
      <TextField
        label={say('sign-ins.client.secret')}
        value={typed.secret}
        onChange={(secret) => setTyped((before) => ({ ...before, secret }))}
        type="password"
        autoComplete="new-password"
        maxLength={2000}
      />
      <Button
        type="submit"
        className="w-fit"
        disabled={isBusy || isAsking || typed.id.trim() === ''}
        aria-label={`${say('sign-ins.client.use')}: ${visibleString(server)}`}
      >
        {say('sign-ins.client.use')}
      </Button>
      {problem !== null && (
        <p role="alert" className="wrap-anywhere text-14 text-failed">
          <ShownText text={problem} />
        </p>
      )}
      {begun && <GoThere server={server} begun={begun} onLeave={leave} />}
    </form>
  );
}

/** The state of the person's sign-in there, if one is needed. */
export function signInOf(signIns: readonly SignInView[], server: string): SignInView | undefined {
  return signIns.find((one) => one.server === server);
}
