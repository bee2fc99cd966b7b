'use client';
/** What one can take along, and the way out of the team. */
import { type FormEvent, useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/text-field';
import { say } from '@/components/words/say';
import { PASSWORD_LENGTH } from '@/lib/auth/sign-up-offer';

export function OwnData() {
  return (
    <section className="mt-10">
      <h3 className="font-semibold text-16">{say('own-data.heading')}</h3>
      <p className="mt-1 max-w-prose text-14 text-muted">{say('own-data.why')}</p>
      <a
        href="/api/account/data"
        download
        className="mt-3 inline-flex h-11 items-center rounded-control border border-edge bg-raised px-4 text-14 hover:bg-hover md:h-9"
      >
        {say('own-data.save')}
      </a>
    </section>
  );
}

export function LeaveTeam({ team }: { team: string }) {
  const [asks, setAsks] = useState(false);
  return (
    <section className="mt-10">
      <h3 className="font-semibold text-16">{say('leave.heading')}</h3>
      <p className="mt-1 max-w-prose text-14 text-muted">{say('leave.why', { team })}</p>
      <Button onClick={() => setAsks(true)} className="mt-3 max-md:w-full">
        {say('leave.ask')}
      </Button>
      {asks && <AskLeave team={team} onClose={() => setAsks(false)} />}
    </section>
  );
}

function AskLeave({ team, onClose }: { team: string; onClose(): void }) {
  const [password, setPassword] = useState('');
  const { doing, outcome, act } = useAct();
  const leave = (event: FormEvent) => {
    event.preventDefault();
    void act('', say('leave.not'), async () => {
      await request('POST', '/api/account/leave', { password });
      window.location.assign('/sign-in');
      // Nothing is pressed again while the next page is on its way.
      return new Promise<never>(() => {});
    });
  };
  return (
    <Dialog title={say('leave.title', { team })} onClose={onClose}>
      {(close) => (
        <form onSubmit={leave}>
          <p className="mt-2 text-14 text-ink-2">{say('leave.what')}</p>
          <TextField
            data-focus
            label={say('profile.confirm-with')}
            type="password"
            autoComplete="current-password"
            maxLength={PASSWORD_LENGTH.max}
            required
            value={password}
            onChange={setPassword}
            className="mt-4"
          />
          <OutcomeLine outcome={outcome} />
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button onClick={close}>{say('team.cancel')}</Button>
            <Button look="act" type="submit" disabled={doing !== null}>
              {say('leave.do')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
