/** A sign-in at a server failed: why, and what can be done. */
import type { Metadata } from 'next';
import { SignInFailed } from '@/components/allow/sign-in-failed';
import { messagesFor } from '@/components/words/catalogue';
import { AlsoSpeaking } from '@/components/words/say';
import { database } from '@/lib/database';
import { findFailedAttempt } from '@/lib/store/servers/sign-in-pages';
import { languageOfPage, sayOnServer } from '../../language';
import { whoAsks } from '../../signed-in';

export async function generateMetadata(): Promise<Metadata> {
  return { title: `${await sayOnServer('sign-ins.failed.page')} · Amber` };
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignInFailedPage({ searchParams }: Props) {
  const { attempt } = await searchParams;
  const caller = await whoAsks();
  const isHash = typeof attempt === 'string' && /^[0-9a-f]{64}$/.test(attempt);
  const { db } = await database();
  const failed = caller && isHash ? await findFailedAttempt(db, caller, attempt) : undefined;
  const { locale } = await languageOfPage();
  return (
    <AlsoSpeaking messages={messagesFor(locale, 'settings')}>
      <SignInFailed
        failed={failed?.failure ? { ...failed, failure: failed.failure } : null}
        isSignedOut={!caller}
      />
    </AlsoSpeaking>
  );
}
