'use client';
/** Address and password. */
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button';
import { TextField } from '../ui/text-field';

export interface SignInFormProps {
  isBusy: boolean;
  problem: string | null;
  onSubmit: (email: string, password: string) => void;
}

export function SignInForm({ isBusy, problem, onSubmit }: SignInFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(email.trim(), password);
  };
  return (
    <section aria-labelledby="form-heading" className="bg-raised p-5 md:p-8">
      <h2 id="form-heading" className="text-20 font-semibold">
        Sign in
      </h2>
      <p className="mt-0.5 text-14 text-muted">With your work address.</p>
      <form method="post" onSubmit={submit} className="mt-[18px] flex flex-col">
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
          className="mt-5"
        />
        <p role="alert" className="mt-3 text-13 text-failed empty:hidden">
          {problem}
        </p>
        <Button look="act" type="submit" disabled={isBusy} className="mt-[30px] h-11 md:h-11">
          Sign in
        </Button>
      </form>
    </section>
  );
}
