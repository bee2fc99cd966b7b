'use client';
/** The fields of a new account; for an address that has one already, only its password. */
import { type FormEvent, useState } from 'react';
import { type OpenOffer, PASSWORD_LENGTH } from '@/lib/auth/sign-up-offer';
import { Button } from '../ui/button';
import { TextField } from '../ui/text-field';

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

export function SignUpForm({ offer, isBusy, problem, onSubmit }: SignUpFormProps) {
  const isInvited = offer.kind === 'invited';
  const isNew = !isInvited || !offer.hasAccount;
  const [fields, setFields] = useState<SignUpFields>({
    teamName: '',
    name: '',
    email: isInvited ? offer.email : '',
    password: '',
  });
  const bind = (field: keyof SignUpFields) => ({
    value: fields[field],
    onChange: (value: string) => setFields({ ...fields, [field]: value }),
    required: true,
    className: 'mt-5',
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(fields);
  };
  return (
    <form method="post" onSubmit={submit} className="flex flex-col">
      <h2 className="text-20 font-semibold">{isInvited ? `Join ${offer.teamName}` : 'Set up your team'}</h2>
      <p className="mt-0.5 text-14 text-muted">
        {isInvited
          ? isNew
            ? 'You were invited. Choose a name and a password.'
            : 'You were invited, and this address has an account. Give its password.'
          : 'The first account is its admin and can invite others.'}
      </p>
      {!isInvited && (
        <TextField label="Team" autoComplete="organization" maxLength={100} {...bind('teamName')} />
      )}
      {isNew && <TextField label="Your name" autoComplete="name" maxLength={100} {...bind('name')} />}
      <TextField label="Email" type="email" autoComplete="username" readOnly={isInvited} {...bind('email')} />
      <TextField
        label="Password"
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        minLength={PASSWORD_LENGTH.min}
        maxLength={PASSWORD_LENGTH.max}
        {...bind('password')}
      />
      {isNew && <p className="mt-2 text-13 text-muted">At least {PASSWORD_LENGTH.min} characters.</p>}
      <p role="alert" className="mt-3 text-13 text-failed empty:hidden">
        {problem}
      </p>
      <Button look="act" type="submit" disabled={isBusy} className="mt-[30px] h-11 md:h-11">
        {isNew ? 'Create account' : 'Join'}
      </Button>
    </form>
  );
}
