/**
 * A person's client wants to use a server at which that person has to sign in: the page that the client sends them to.
 * It exists for the token's owner only.
 */
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { NothingToAllow } from '@/components/allow/nothing-to-allow';
import { ServerSignIn } from '@/components/allow/server-sign-in';
import { messagesFor } from '@/components/words/catalogue';
import { AlsoSpeaking } from '@/components/words/say';
import { database } from '@/lib/database';
import { wantedSignIn } from '@/lib/outside/gateway/sign-in';
import { outsideSecret } from '@/lib/outside/own-services';
import { works } from '@/lib/people/roles';
import { languageOfPage, sayOnServer } from '../../../language';
import { whoAsks } from '../../../signed-in';

export async function generateMetadata(): Promise<Metadata> {
  return { title: `${await sayOnServer('allow.server.page')} · Amber`, referrer: 'no-referrer' };
}

export default async function ServerSignInPage({ params }: { params: Promise<{ link: string }> }) {
  const { link } = await params;
  const isLink = /^[\w-]{1,500}\.[\w-]{43}$/.test(link);
  const caller = await whoAsks();
  // Signing in comes back here.
  if (!caller) redirect(isLink ? `/sign-in?next=/allow/server/${link}` : '/sign-in');
  if (!works(caller.role)) redirect('/activity');
  const { db } = await database();
  const wanted = isLink ? await wantedSignIn(db, outsideSecret(), caller, link) : undefined;
  const { locale } = await languageOfPage();
  return (
    <AlsoSpeaking messages={messagesFor(locale, 'settings')}>
      {wanted ? (
        <ServerSignIn {...wanted} viewer={{ name: caller.userName, team: caller.teamName }} />
      ) : (
        <NothingToAllow why="not-yours" />
      )}
    </AlsoSpeaking>
  );
}
