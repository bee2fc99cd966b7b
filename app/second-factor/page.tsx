/** For people who still have to set up a required second factor: they see nothing else. */
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { visibleString } from '@/components/shown/visible-text';
import { MustSetUp } from '@/components/sign-in/must-set-up';
import { safePath } from '@/components/sign-in/safe-path';
import { messagesFor } from '@/components/words/catalogue';
import { AlsoSpeaking } from '@/components/words/say';
import { readFactors } from '@/lib/account/factors/own-factors';
import { database } from '@/lib/database';
import { languageOfPage, sayOnServer } from '../language';
import { whoAsks, whoSetsUp } from '../signed-in';

export async function generateMetadata(): Promise<Metadata> {
  return { title: `${await sayOnServer('must-set-up.title')} · Amber` };
}

interface SecondFactorPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SecondFactorPage({ searchParams }: SecondFactorPageProps) {
  const target = safePath((await searchParams).next);
  const caller = (await whoSetsUp()) ?? redirect('/sign-in');
  if (await whoAsks()) redirect(target);
  const { db } = await database();
  const { locale } = await languageOfPage();
  return (
    <AlsoSpeaking messages={messagesFor(locale, 'settings')}>
      <MustSetUp
        team={visibleString(caller.teamName)}
        factors={await readFactors(db, caller)}
        target={target}
      />
    </AlsoSpeaking>
  );
}
