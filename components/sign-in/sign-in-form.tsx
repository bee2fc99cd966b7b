'use client';
/** Address and password; or a passkey, which needs neither. */
import Link from 'next/link';
import type { FormEvent } from 'react';
import { Button } from '../ui/button';
import { TextField } from '../ui/text-field';
import { useHydrated } from '../ui/use-hydrated';
import { say } from '../words/say';

export interface SignInFormProps {
  isBusy: boolean;
  problem: string | null;
  onSubmit: (email: string, password: string) => void;
  onPasskey: () => void;
}

export function SignInForm({ isBusy, problem, onSubmit, onPasskey }: SignInFormProps) {
  const isHydrated = useHydrated();
  // The fields keep their own text: what a person or a password manager fills in early is not lost.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    onSubmit(String(fields.get('email')).trim(), String(fields.get('password')));
  };
  return (
    <section aria-labelledby="form-heading" className="bg-raised p-5 md:p-8">
      <h2 id="form-heading" className="text-20 font-semibold">
        {say('sign-in.title')}
      </h2>
      <p className="mt-0.5 text-14 text-muted">{say('sign-in.hint')}</p>
      <form method="post" onSubmit={submit} className="mt-[18px] flex flex-col">
        <TextField label={say('sign-in.email')} name="email" type="email" autoComplete="username" required />
        <TextField
          label={say('sign-in.password')}
          type="password"
          autoComplete="current-password"
          name="password"
          required
          className="mt-5"
        />
        <p role="alert" className="mt-3 text-13 text-failed empty:hidden">
          {problem}
        </p>
        <Button look="act" type="submit" disabled={isBusy || !isHydrated} className="mt-[30px] h-11 md:h-11">
          {say('sign-in.submit')}
        </Button>
        <Button disabled={isBusy || !isHydrated} onClick={onPasskey} className="mt-3 h-11 md:h-11">
          {say('sign-in.passkey')}
        </Button>
        <p className="mt-4 text-13">
          <Link href="/forgot" className="text-ink-2 underline">
            {say('forgot.link')}
          </Link>
        </p>
      </form>
    </section>
  );
}
