'use client';
/** The fields of a new account; for an address that already has one, only its password. */
import type { FormEvent } from 'react';
import { type OpenOffer, PASSWORD_LENGTH } from '@/lib/auth/sign-up-offer';
import { Button } from '../ui/button';
import { TextField } from '../ui/text-field';
import { useHydrated } from '../ui/use-hydrated';
import { say } from '../words/say';

export interface SignUpFields {
  teamName: string;
  name: string;
  email: string;
  password: string;
}

export interface SignUpFormProps {
  offer: OpenOffer;
  isBusy: boolean;
  problem: string | null;
  onSubmit: (fields: SignUpFields) => void;
}

const FIELD = { required: true, className: 'mt-5' };

export function SignUpForm({ offer, isBusy, problem, onSubmit }: SignUpFormProps) {
  const isInvited = offer.kind === 'invited';
  const isNew = !isInvited || !offer.hasAccount;
  const isHydrated = useHydrated();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const said = (name: string) => String(fields.get(name) ?? '');
    const email = isInvited ? offer.email : said('email');
    onSubmit({ teamName: said('teamName'), name: said('name'), email, password: said('password') });
  };
  return (
    <form method="post" onSubmit={submit} className="flex flex-col">
      <h2 className="text-20 font-semibold">
        {isInvited ? say('sign-up.join', { team: offer.teamName }) : say('sign-up.title')}
      </h2>
      <p className="mt-0.5 text-14 text-muted">
        {isInvited ? (isNew ? say('sign-up.invited') : say('sign-up.invited-again')) : say('sign-up.hint')}
      </p>
      {!isInvited && (
        <TextField
          label={say('sign-up.team')}
          name="teamName"
          autoComplete="organization"
          maxLength={100}
          {...FIELD}
        />
      )}
      {isNew && (
        <TextField label={say('sign-up.name')} name="name" autoComplete="name" maxLength={100} {...FIELD} />
      )}
      <TextField
        label={say('sign-in.email')}
        name="email"
        type="email"
        autoComplete="username"
        readOnly={isInvited}
        defaultValue={isInvited ? offer.email : ''}
        {...FIELD}
      />
      <TextField
        label={say('sign-in.password')}
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        minLength={PASSWORD_LENGTH.min}
        maxLength={PASSWORD_LENGTH.max}
        name="password"
        {...FIELD}
      />
      {isNew && (
        <p className="mt-2 text-13 text-muted">{say('sign-up.length', { count: PASSWORD_LENGTH.min })}</p>
      )}
      <p role="alert" className="mt-3 text-13 text-failed empty:hidden">
        {problem}
      </p>
      <Button look="act" type="submit" disabled={isBusy || !isHydrated} className="mt-[30px] h-11 md:h-11">
        {isNew ? say('sign-up.submit') : say('sign-up.submit-join')}
      </Button>
    </form>
  );
}
