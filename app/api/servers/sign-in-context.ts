import 'server-only';
/** Whose sign-ins the routes are about, and that open pages hear of what was changed. */
import { sessionHash } from '@/lib/auth/session';
import { connectionsFor } from '@/lib/connections/for-caller';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { tellServers } from '@/lib/runs/follow/events';
import { type SignInContext, selfOf } from '@/lib/sign-ins/context';
import { findServersVersion } from '@/lib/store/servers/servers';

export async function signInContextOf(
  caller: Caller,
  { headers }: Pick<Request, 'headers'>,
): Promise<SignInContext> {
  const { db } = await database();
  const { secret, privateServers } = env();
  const appUrl = addressOf(headers);
  const session = sessionHash(headers);
  if (session === null) throw new AppError('unauthorized', 'Sign in first.');
  const connections = connectionsFor(caller);
  return { db, caller, connections, sessionHash: session, secret, self: selfOf(appUrl), privateServers };
}

/**
 * Where this person has Amber, so that they come back to where they are signed in: the address that the operator named, else
 * whichever of this machine's own they have asked.
 */
export function addressOf(headers: Headers): string {
  const { appUrl, appUrlGiven, origins } = env();
  const asked = `http://${headers.get('host') ?? ''}`;
  return !appUrlGiven && origins.includes(asked) ? asked : appUrl;
}

/** Each of the team's pages looks again for itself: what was changed is told to nobody. */
export async function tellSignIns({ db, caller }: Pick<SignInContext, 'db' | 'caller'>): Promise<void> {
  tellServers(caller, await findServersVersion(db, caller.teamId));
}
