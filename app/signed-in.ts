/** Who looks at a page. Every page asks this itself; signed out, the answer is the way to the sign-in page. */
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import type { Viewer } from '@/components/shell/viewer';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@/db/demo/accounts';
import { getCaller } from '@/lib/auth/session';
import { hasWorkspace } from '@/lib/connections/files/has-workspace';
import { env } from '@/lib/env';
import type { Caller } from '@/lib/people/caller';
import { works } from '@/lib/people/roles';

/** Asked once per request, however many layouts and pages need it. Null: nobody is signed in. */
export const whoAsks = cache(async (): Promise<Caller | null> => getCaller(await headers()));

/** The same, and who has yet to set up the second factor that their team asks for: to all else they are nobody. */
export const whoSetsUp = cache(
  async (): Promise<Caller | null> =>
    (await whoAsks()) ?? (await getCaller(await headers(), { settingUp: true })),
);

/** Where whoever is signed in goes on to from a page for signing in; null: nobody is. */
export async function onwards(target: string): Promise<string | null> {
  if (await whoAsks()) return target;
  if (!(await whoSetsUp())) return null;
  // Such as a client that waits to be let in: it is not forgotten on the way.
  return target === '/' ? '/second-factor' : `/second-factor?next=${encodeURIComponent(target)}`;
}

/** For pages of those who work with Amber: an auditor is led to the record. */
export async function signedIn(): Promise<Caller> {
  const caller = await signedInToRead();
  return works(caller.role) ? caller : redirect('/activity');
}

/** For pages that auditors read as well: of the record, the rules, the servers, the figures, and of their own account. */
export async function signedInToRead(): Promise<Caller> {
  const caller = await whoAsks();
  if (caller) return caller;
  return redirect((await whoSetsUp()) ? '/second-factor' : '/sign-in');
}

/** What of the caller the page shows. */
export function viewerOf(caller: Caller): Viewer {
  const { userId: id, userName: name, role, teamName: team } = caller;
  const isDemo = env().demo && DEMO_ACCOUNTS.some((one) => one.name === name && one.team === team);
  return {
    id,
    name,
    role,
    team,
    ...(isDemo && { demoPassword: DEMO_PASSWORD }),
    ...(env().smtpUrl === undefined && { noMail: true }),
    ...(hasWorkspace(caller) && { hasFiles: true }),
  };
}
