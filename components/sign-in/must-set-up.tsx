'use client';
/** Shown before everything else if the team requires a second factor and the person has none. */
import { useState } from 'react';
import { request, signOut } from '@/components/api/api';
import { Factors } from '@/components/settings/account/factors/factors';
import type { FactorsView } from '@/lib/account/factors/factors-view';
import type { Locale } from '@/lib/people/preferences';
import { Button } from '../ui/button';
import { Logo } from '../ui/logo';
import { LanguageLinks } from '../words/language-links';
import { say } from '../words/say';

const keepLanguage = (locale: Locale) => request('PATCH', '/api/preferences', { locale }).catch(() => {});

interface MustSetUpProps {
  team: string;
  factors: FactorsView;
  /** Path to open afterwards. */
  target: string;
}

export function MustSetUp({ team, factors, target }: MustSetUpProps) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[720px] flex-col justify-center px-4 py-8 sm:px-6">
      <h1>
        <Logo />
      </h1>
      <h2 className="mt-6 font-semibold text-20">{say('must-set-up.title')}</h2>
      <p className="mt-1 break-words text-14 text-muted">{say('must-set-up.why', { team })}</p>
      <Factors factors={factors} onChanged={async () => {}} onKept={() => window.location.assign(target)} />
      <p className="mt-8">
        <Button onClick={() => void signOut().catch(() => setHasFailed(true))}>
          {say('account.sign-out')}
        </Button>
      </p>
      <p role="alert" className="mt-2 text-13 text-failed empty:hidden">
        {hasFailed ? say('account.not-signed-out') : ''}
      </p>
      <LanguageLinks keep={keepLanguage} />
    </main>
  );
}
