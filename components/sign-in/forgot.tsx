'use client';
/** Requests a link for choosing a new password. The response is the same for every address. */
import { type FormEvent, useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { Button } from '../ui/button';
import { TextField } from '../ui/text-field';
import { useHydrated } from '../ui/use-hydrated';
import { say } from '../words/say';
import { Door } from './door';

/** @param mails whether a mail server is set up */
export function Forgot({ mails }: { mails: boolean }) {
  const { doing, outcome, act } = useAct();
  const isHydrated = useHydrated();
  const [email, setEmail] = useState('');
  const ask = (event: FormEvent) => {
    event.preventDefault();
    void act('', say('forgot.not-asked'), async () => {
      await request('POST', '/api/account/recovery', { email: email.trim() });
      return say(mails ? 'forgot.asked' : 'forgot.asked-file');
    });
  };
  return (
    <Door>
      <form method="post" onSubmit={ask} className="flex flex-col">
        <h2 className="text-20 font-semibold">{say('forgot.title')}</h2>
        <p className="mt-0.5 text-14 text-muted">{say(mails ? 'forgot.hint' : 'forgot.no-mail')}</p>
        <TextField
          label={say('sign-in.email')}
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          required
          className="mt-5"
        />
        <Button
          look="act"
          type="submit"
          disabled={doing !== null || !isHydrated}
          className="mt-[30px] h-11 md:h-11"
        >
          {say('forgot.submit')}
        </Button>
        <OutcomeLine outcome={outcome} />
      </form>
    </Door>
  );
}
