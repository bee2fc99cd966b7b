/** The frame of every page for signed-in people. It stays mounted across chats. */
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { Shell } from '@/components/shell/shell';
import { messagesFor } from '@/components/words/catalogue';
import { AlsoSpeaking } from '@/components/words/say';
import { readFolders } from '@/lib/chats/folders';
import { database } from '@/lib/database';
import { countToDecide } from '@/lib/inbox/read-inbox';
import { works } from '@/lib/people/roles';
import { LISTED_AT_ONCE } from '@/lib/runs/chat-view';
import { readChats } from '@/lib/runs/read-chats';
import { findFactorKinds } from '@/lib/store/settings/factors';
import { languageOfPage } from '../language';
import { signedInToRead, viewerOf } from '../signed-in';

const NO_CHATS = { chats: [], next: null };

export default async function ShellLayout({ children }: { children: ReactNode }) {
  const caller = await signedInToRead();
  const { db } = await database();
  const [list, folders, toDecide, factors, { locale }] = await Promise.all([
    works(caller.role) ? readChats(db, caller, { limit: LISTED_AT_ONCE, folder: null }) : NO_CHATS,
    works(caller.role) ? readFolders(db, caller) : [],
    works(caller.role) ? countToDecide(db, caller) : 0,
    findFactorKinds(db, caller.userId),
    languageOfPage(),
  ]);
  const viewer = { ...viewerOf(caller), ...((factors.app || factors.passkeys) && { factors }) };
  const own = {
    ...messagesFor(locale, 'signed-in'),
    ...(viewer.hasFiles && messagesFor(locale, 'workspace')),
  };
  const sideOpen = (await cookies()).get('amber-side')?.value !== 'closed';
  return (
    <AlsoSpeaking messages={own}>
      <Shell
        viewer={viewer}
        list={{ ...list, folders, toDecide }}
        renderedAt={new Date().toISOString()}
        sideOpen={sideOpen}
      >
        {children}
      </Shell>
    </AlsoSpeaking>
  );
}
