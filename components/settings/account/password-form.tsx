'use client';
/** Changes the password; requires the present one, and the second factor if there is one. */
import { useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine } from '@/components/api/use-act';
import { useNoMail } from '@/components/shell/workspace';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { say } from '@/components/words/say';
import type { FactorsView } from '@/lib/account/factors/factors-view';
import { PASSWORD_LENGTH } from '@/lib/auth/sign-up-offer';
import { useFactorFirst } from './factors/use-factor-first';

interface PasswordFormProps {
  factors: FactorsView;
  onChanged(): Promise<void>;
}

export function PasswordForm({ factors, onChanged }: PasswordFormProps) {
  const [current, setCurrent] = useState('');
  const noMail = useNoMail();
  const [next, setNext] = useState('');
  const [clients, setClients] = useState(false);
  const { isBusy, outcome, submit, dialog } = useFactorFirst({
    factors,
    proved: { what: 'password' },
    title: say('account.change'),
    notDone: say('account.not-changed'),
    done: say('account.changed'),
    async send(proof) {
      await request('POST', '/api/account/password', { current, next, clients, ...proof });
      setCurrent('');
      setNext('');
      await onChanged();
    },
  });
  const { min, max } = PASSWORD_LENGTH;
  const field = { type: 'password', maxLength: max, required: true } as const;
  return (
    <>
      <form onSubmit={submit} className="mt-1 max-w-md">
        <p className="text-14 text-muted">
          {say(noMail ? 'account.password.why.no-mail' : 'account.password.why')}
        </p>
        <div className="mt-4 flex flex-col gap-4">
          <TextField
            label={say('account.current')}
            {...field}
            autoComplete="current-password"
            value={current}
            onChange={setCurrent}
          />
          <TextField
            label={say('account.next')}
            {...field}
            autoComplete="new-password"
            minLength={min}
            value={next}
            onChange={setNext}
          />
        </div>
        <p className="mt-2 text-13 text-muted">{say('account.length', { count: min })}</p>
        <label className="mt-3 flex items-start gap-2 text-14 max-md:min-h-11">
          <input
            type="checkbox"
            checked={clients}
            onChange={(event) => setClients(event.target.checked)}
            className="mt-1 size-4"
          />
          {say('account.clients')}
        </label>
        <Button type="submit" look="act" disabled={isBusy} className="mt-3 max-md:w-full">
          {say('account.change')}
        </Button>
        <OutcomeLine outcome={outcome} />
      </form>
      {dialog}
    </>
  );
}
