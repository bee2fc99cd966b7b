/** Who looks at a page. Every page checks this itself; signed-out visitors are sent to the sign-in page. */
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

/**
 * Also returns people who have yet to set up the second factor that their team requires: to all other code they are
 * signed out.
 */
export const whoSetsUp = cache(
  async (): Promise<Caller | null> =>
    (await whoAsks()) ?? (await getCaller(await headers(), { settingUp: true })),
);

/** Where a signed-in person is sent from a sign-in page; null: nobody is signed in. */
export async function onwards(target: string): Promise<string | null> {
  if (await whoAsks()) return target;
  if (!(await whoSetsUp())) return null;
  // Such as a client that waits for access: it is remembered while the person signs in.
  return target === '/' ? '/second-factor' : `/second-factor?next=${encodeURIComponent(target)}`;
}

/** For pages of people who work with Amber: auditors are sent to the record. */
export async function signedIn(): Promise<Caller> {
  const caller = await signedInToRead();
  return works(caller.role) ? caller : redirect('/activity');
}

/** For pages that auditors may read too: the record, the rules, the servers, the figures, and their own account. */
export async function signedInToRead(): Promise<Caller> {
  const caller = await whoAsks();
  if (caller) return caller;
  return redirect((await whoSetsUp()) ? '/second-factor' : '/sign-in');
}

/** The parts of the caller that the page shows. */
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
