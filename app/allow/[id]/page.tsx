/**
 * A client asks for access: shown every time, to the signed-in person, and only in the browser in which the request
 * began.
 */
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { Allow } from '@/components/allow/allow';
import { NothingToAllow } from '@/components/allow/nothing-to-allow';
import { messagesFor } from '@/components/words/catalogue';
import { AlsoSpeaking } from '@/components/words/say';
import { connectionsFor } from '@/lib/connections/for-caller';
import { serversToGive } from '@/lib/outside/gateway/change';
import { browserSecret } from '@/lib/outside/sign-in/browser-secret';
import { readAllow } from '@/lib/outside/sign-in/decide';
import { ownSignIn } from '@/lib/outside/sign-in/own-sign-in';
import { works } from '@/lib/people/roles';
import { languageOfPage, sayOnServer } from '../../language';
import { whoAsks } from '../../signed-in';

export async function generateMetadata(): Promise<Metadata> {
  return { title: `${await sayOnServer('allow.page')} · Amber` };
}

export default async function AllowPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const isId = /^[\w-]{24}$/.test(id);
  const caller = await whoAsks();
  // Signing in comes back here.
  if (!caller) redirect(isId ? `/sign-in?next=/allow/${id}` : '/sign-in');
  if (!works(caller.role)) redirect('/activity');
  const browser = browserSecret((await headers()).get('cookie'));
  const asked = isId ? await readAllow(await ownSignIn(), caller, id, browser) : 'over';
  const { locale } = await languageOfPage();
  return (
    <AlsoSpeaking messages={messagesFor(locale, 'settings')}>
      {typeof asked === 'string' ? (
        <NothingToAllow why={asked} />
      ) : (
        <Allow
          asked={asked}
          viewer={{ name: caller.userName, team: caller.teamName }}
          servers={await serversToGive(connectionsFor(caller))}
        />
      )}
    </AlsoSpeaking>
  );
}
