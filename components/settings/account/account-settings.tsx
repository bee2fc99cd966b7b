'use client';
/** A person's own account: name and address, password, and the browsers in which they are signed in. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { SettingsPage } from '@/components/shell/settings-page';
import { useWorkspace } from '@/components/shell/workspace';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { say, sayWith } from '@/components/words/say';
import type { FactorsView } from '@/lib/account/factors/factors-view';
import type { ProfileView } from '@/lib/account/profile-view';
import type { SessionView } from '@/lib/auth/account-view';
import { ENTRIES } from '../entries';
import { Factors } from './factors/factors';
import { LeaveTeam, OwnData } from './going';
import { PasswordForm } from './password-form';
import { Profile } from './profile';

interface AccountSettingsProps {
  profile: ProfileView;
  factors: FactorsView;
  sessions: SessionView[];
}

export function AccountSettings({ profile, factors, sessions: initial }: AccountSettingsProps) {
  const [sessions, setSessions] = useState(initial);
  const { viewer } = useWorkspace();
  const refresh = async () => {
    const fresh = await request<{ sessions: SessionView[] }>('GET', '/api/account/sessions').catch(
      () => null,
    );
    if (fresh) setSessions(fresh.sessions);
  };
  const router = useRouter();
  const changed = async () => {
    // What the cards in this window require has changed as well.
    router.refresh();
    await refresh();
  };
  return (
    <SettingsPage name="account" intro={say('account.intro')}>
      <Profile profile={profile} factors={factors} />
      <section className="mt-10">
        <h3 className="font-semibold text-16">{say('account.password')}</h3>
        {!profile.isDemo && factors.password ? (
          <PasswordForm factors={factors} onChanged={refresh} />
        ) : (
          <p className="mt-1 text-14 text-muted">
            {say(profile.isDemo ? 'account.password.demo' : 'account.password.none')}
          </p>
        )}
      </section>
      <Factors factors={factors} onChanged={changed} />
      <Sessions sessions={sessions} onEnded={refresh} />
      <OwnData />
      {!profile.isDemo && <LeaveTeam team={viewer.team} factors={factors} />}
    </SettingsPage>
  );
}

interface SessionsProps {
  sessions: readonly SessionView[];
  onEnded(): Promise<void>;
}

function Sessions({ sessions, onEnded }: SessionsProps) {
  const { doing, outcome, act } = useAct();
  const end = (id: string | null) =>
    act(id ?? '', say('account.not-ended'), async () => {
      await request('DELETE', `/api/account/sessions${id === null ? '' : `/${encodeURIComponent(id)}`}`);
      await onEnded();
      return say(id === null ? 'account.others-ended' : 'account.ended');
    });
  return (
    <section className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold text-16">{say('account.sessions')}</h3>
        {sessions.length > 1 && (
          <Button disabled={doing !== null} onClick={() => void end(null)}>
            {say('account.end-others')}
          </Button>
        )}
      </div>
      <OutcomeLine outcome={outcome} />
      <ul className={ENTRIES}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={doing !== null}
            onEnd={() => void end(session.id)}
          />
        ))}
      </ul>
    </section>
  );
}

interface SessionRowProps {
  session: SessionView;
  isBusy: boolean;
  onEnd(): void;
}

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { device, address, signedInAt, lastSeenAt, isThis } = session;
  const name = device === '' ? say('account.unknown') : device;
  return (
    <li
      data-testid="session"
      className="flex items-start justify-between gap-x-6 gap-y-3 px-4 py-3 max-md:flex-col"
    >
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium text-14 text-ink">
          <ShownText text={name} />
          {isThis && <span className="font-normal text-muted"> ({say('account.this')})</span>}
        </p>
        <p className="mt-0.5 break-words text-13 text-muted">
          {sayWith('account.since', {
            when: () => <Moment iso={signedInAt} sentence />,
            seen: () => <Moment iso={lastSeenAt} sentence />,
          })}{' '}
          {address !== null && say('account.from', { address: visibleString(address) })}
        </p>
      </div>
      {!isThis && (
        <Button aria-label={say('account.end-it', { device: name })} disabled={isBusy} onClick={onEnd}>
          {say('account.end')}
        </Button>
      )}
    </li>
  );
}
