'use client';
/** The name that others see, and the address to which mail is sent. */
import { useRouter } from 'next/navigation';
import { type FormEvent, useEffect, useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { useNoMail } from '@/components/shell/workspace';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { say } from '@/components/words/say';
import type { FactorsView } from '@/lib/account/factors/factors-view';
import type { ProfileView } from '@/lib/account/profile-view';
import { PASSWORD_LENGTH } from '@/lib/auth/sign-up-offer';
import { useFactorFirst } from './factors/use-factor-first';

interface ProfileProps {
  profile: ProfileView;
  factors: FactorsView;
}

export function Profile({ profile: { name, email, isDemo }, factors }: ProfileProps) {
  return (
    <>
      <section className="mt-6">
        <h3 className="font-semibold text-16">{say('profile.name')}</h3>
        {isDemo ? (
          <p className="mt-1 text-14 text-muted">{say('profile.demo', { name, email })}</p>
        ) : (
          <NameForm name={name} />
        )}
      </section>
      {!isDemo && <Address email={email} factors={factors} />}
    </>
  );
}

function NameForm({ name: initial }: { name: string }) {
  const [name, setName] = useState(initial);
  const { doing, outcome, act } = useAct();
  const router = useRouter();
  const change = (event: FormEvent) => {
    event.preventDefault();
    void act('', say('profile.name.not-changed'), async () => {
      await request('PATCH', '/api/account', { name: name.trim() });
      router.refresh();
      return say('profile.name.changed');
    });
  };
  return (
    <form onSubmit={change} className="mt-1 max-w-md">
      <p className="text-14 text-muted">{say('profile.name.why')}</p>
      <TextField
        label={say('profile.name.label')}
        autoComplete="name"
        maxLength={100}
        required
        value={name}
        onChange={setName}
        className="mt-4"
      />
      <Button type="submit" look="act" disabled={doing !== null} className="mt-3 max-md:w-full">
        {say('profile.name.change')}
      </Button>
      <OutcomeLine outcome={outcome} />
    </form>
  );
}

/** Precedes the secret of a mailed link. */
const LINK = '#address=';

function Address({ email: initial, factors }: { email: string; factors: FactorsView }) {
  const [email, setEmail] = useState(initial);
  const [link, setLink] = useState<string | null>(null);
  useEffect(() => {
    if (window.location.hash.startsWith(LINK)) setLink(window.location.hash.slice(LINK.length));
  }, []);
  return (
    <section className="mt-10">
      <h3 className="font-semibold text-16">{say('profile.email')}</h3>
      <p className="mt-1 text-14 text-muted [overflow-wrap:anywhere]">
        {say('profile.email.now', { email: visibleString(email) })}
      </p>
      {link === null ? <AskForm factors={factors} /> : <Confirm token={link} onTaken={setEmail} />}
    </section>
  );
}

function Confirm({ token, onTaken }: { token: string; onTaken(email: string): void }) {
  const { doing, outcome, act } = useAct();
  const isTaken = outcome !== null && !outcome.isRefusal;
  const confirm = () =>
    act('', say('profile.email.not-changed'), async () => {
      const { email } = await request<{ email: string }>('POST', '/api/account/email/confirm', { token });
      // A used secret does not stay in the history.
      window.history.replaceState(null, '', window.location.pathname);
      onTaken(email);
      return say('profile.email.changed', { email: visibleString(email) });
    });
  return (
    <div className="mt-3 max-w-md">
      {!isTaken && (
        <>
          <p className="text-14">{say('profile.email.confirm.why')}</p>
          <Button
            look="act"
            disabled={doing !== null}
            onClick={() => void confirm()}
            className="mt-3 max-md:w-full"
          >
            {say('profile.email.confirm')}
          </Button>
        </>
      )}
      <OutcomeLine outcome={outcome} />
    </div>
  );
}

function AskForm({ factors }: { factors: FactorsView }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const address = email.trim();
  const noMail = useNoMail();
  const { isBusy, outcome, submit, dialog } = useFactorFirst({
    factors,
    proved: { what: 'email', of: address.toLowerCase() },
    title: say('profile.email.ask'),
    notDone: say('profile.email.not-asked'),
    done: say(noMail ? 'profile.email.asked.no-mail' : 'profile.email.asked'),
    what: (
      <p className="mt-2 text-14 text-ink-2 [overflow-wrap:anywhere]">
        {say(noMail ? 'profile.email.to.no-mail' : 'profile.email.to', { email: visibleString(address) })}
      </p>
    ),
    async send(proof) {
      const shown = factors.password ? { password, ...proof } : proof;
      await request('POST', '/api/account/email', { email: address, ...shown });
      setPassword('');
    },
  });
  return (
    <>
      <form onSubmit={submit} className="mt-1 max-w-md">
        <p className="text-14 text-muted">
          {say(noMail ? 'profile.email.why.no-mail' : 'profile.email.why')}
        </p>
        <div className="mt-4 flex flex-col gap-4">
          <TextField
            label={say('profile.email.next')}
            type="email"
            autoComplete="email"
            maxLength={254}
            required={true}
            value={email}
            onChange={setEmail}
          />
          {factors.password && (
            <TextField
              label={say('profile.confirm-with')}
              type="password"
              autoComplete="current-password"
              required={true}
              maxLength={PASSWORD_LENGTH.max}
              value={password}
              onChange={setPassword}
            />
          )}
        </div>
        <Button type="submit" look="act" disabled={isBusy} className="mt-3 max-md:w-full">
          {say('profile.email.ask')}
        </Button>
        <OutcomeLine outcome={outcome} />
      </form>
      {dialog}
    </>
  );
}
