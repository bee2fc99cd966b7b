'use client';
/** Single sign-on, address and password, or a passkey. An address whose domain has its own provider is sent there. */
import Link from 'next/link';
import { type FormEvent, useState } from 'react';
import { type SignOnOffer, signOnPath } from '@/lib/single-sign-on/sign-on-view';
import { Button } from '../ui/button';
import { TextField } from '../ui/text-field';
import { useHydrated } from '../ui/use-hydrated';
import { say } from '../words/say';
import { SignOnButtons } from './sign-on-buttons';

export interface SignInFormProps {
  isBusy: boolean;
  problem: string | null;
  offers: readonly SignOnOffer[];
  /** Path to open afterwards. */
  target: string;
  onSubmit: (email: string, password: string) => void;
  onPasskey: () => void;
}

export function SignInForm({ isBusy, problem, offers, target, onSubmit, onPasskey }: SignInFormProps) {
  const isHydrated = useHydrated();
  const [forced, setForced] = useState<SignOnOffer | undefined>();
  const forcedFor = (email: string) => {
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
    return offers.find((one) => one.forced.includes(domain));
  };
  // The fields are uncontrolled, so that what a person or a password manager fills in early is not lost.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const email = String(fields.get('email')).trim();
    const by = forcedFor(email);
    if (by) window.location.assign(signOnPath(by.id, { email, target }));
    else onSubmit(email, String(fields.get('password')));
  };
  return (
    <section aria-labelledby="form-heading" className="bg-raised p-5 md:p-8">
      <h2 id="form-heading" className="text-20 font-semibold">
        {say('sign-in.title')}
      </h2>
      <p className="mt-0.5 text-14 text-muted">{say('sign-in.hint')}</p>
      <SignOnButtons offers={offers} target={target} />
      <form
        method="post"
        onSubmit={submit}
        onInput={({ target: field }) => {
          if (field instanceof HTMLInputElement && field.name === 'email')
            setForced(forcedFor(field.value.trim()));
        }}
        className="mt-[18px] flex flex-col"
      >
        <TextField label={say('sign-in.email')} name="email" type="email" autoComplete="username" required />
        {forced ? (
          <p role="status" className="mt-5 text-13 text-ink-2">
            {say('sign-on.forced', { name: forced.name })}
          </p>
        ) : (
          <TextField
            label={say('sign-in.password')}
            type="password"
            autoComplete="current-password"
            name="password"
            required
            className="mt-5"
          />
        )}
        <p role="alert" className="mt-3 text-13 text-failed empty:hidden">
          {problem}
        </p>
        <Button look="act" type="submit" disabled={isBusy || !isHydrated} className="mt-[30px] h-11 md:h-11">
          {forced ? say('sign-on.with', { name: forced.name }) : say('sign-in.submit')}
        </Button>
        {!forced && (
          <>
            <Button disabled={isBusy || !isHydrated} onClick={onPasskey} className="mt-3 h-11 md:h-11">
              {say('sign-in.passkey')}
            </Button>
            <p className="mt-4 text-13">
              <Link href="/forgot" className="text-ink-2 underline">
                {say('forgot.link')}
              </Link>
            </p>
          </>
        )}
      </form>
    </section>
  );
}
