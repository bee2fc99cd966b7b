/** Who looks at a page. Every page asks this itself; signed out, the answer is the way to the sign-in page. */
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import type { Viewer } from '@/components/chat/viewer';
import { getCaller } from '@/lib/auth/session';
import type { Caller } from '@/lib/connections/types';

/** Asked once per request, however many layouts and pages need it. */
export const signedIn = cache(async (): Promise<Caller> => {
  return (await getCaller(await headers())) ?? redirect('/sign-in');
});

/** What of the caller the page shows. */
export function viewerOf(caller: Caller): Viewer {
  return { id: caller.userId, name: caller.userName, role: caller.role, team: caller.teamName };
}
