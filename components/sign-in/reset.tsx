'use client';
/** Choosing a new password, by a mailed link. It does not sign anybody in. */
import Link from 'next/link';
import { type FormEvent, useState } from 'react';
import { ApiError, request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { PASSWORD_LENGTH } from '@/lib/auth/sign-up-offer';
import { Button } from '../ui/button';
import { TextField } from '../ui/text-field';
import { useHydrated } from '../ui/use-hydrated';
import { say } from '../words/say';
import { Door } from './door';

export function Reset() {
  const { doing, outcome, act } = useAct();
  const isHydrated = useHydrated();
  const [password, setPassword] = useState('');
  const isDone = outcome !== null && !outcome.isRefusal;
  const choose = (event: FormEvent) => {
    event.preventDefault();
    void act('', say('reset.not-changed'), async () => {
      // Read on submit: the address may have changed meanwhile.
      const token = window.location.hash.slice(1);
      if (token === '') throw new ApiError(400, 'bad_request', say('reset.no-link'));
      await request('POST', '/api/account/recovery/password', { token, password });
      // A used token does not stay in the history.
      window.history.replaceState(null, '', window.location.pathname);
      setPassword('');
      return say('reset.changed');
    });
  };
  return (
    <Door>
      <form method="post" onSubmit={choose} className="flex flex-col">
        <h2 className="text-20 font-semibold">{say('reset.title')}</h2>
        <p className="mt-0.5 text-14 text-muted">{say('reset.hint')}</p>
        {!isDone && (
          <>
            <TextField
              label={say('reset.next')}
              type="password"
              autoComplete="new-password"
              minLength={PASSWORD_LENGTH.min}
              maxLength={PASSWORD_LENGTH.max}
              value={password}
              onChange={setPassword}
              required
              className="mt-5"
            />
            <p className="mt-2 text-13 text-muted">{say('reset.length', { count: PASSWORD_LENGTH.min })}</p>
            <Button
              look="act"
              type="submit"
              disabled={doing !== null || !isHydrated}
              className="mt-[30px] h-11 md:h-11"
            >
              {say('reset.submit')}
            </Button>
          </>
        )}
        <OutcomeLine outcome={outcome} />
        {outcome?.isRefusal && (
          <p className="mt-3 text-14">
            <Link href="/forgot" className="underline">
              {say('reset.again')}
            </Link>
          </p>
        )}
      </form>
    </Door>
  );
}
