import 'server-only';
/** What the routes of sign-ins share: whose sign-ins they are, and telling open pages what changed. */
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
 * The address under which this person uses Amber, so that they return to where they are signed in: the configured one,
 * else whichever of this machine's addresses they used.
 */
export function addressOf(headers: Headers): string {
  const { appUrl, appUrlGiven, origins } = env();
  const asked = `http://${headers.get('host') ?? ''}`;
  return !appUrlGiven && origins.includes(asked) ? asked : appUrl;
}

/** Tells the team's pages only that something changed; each of them reads again what it may see. */
export async function tellSignIns({ db, caller }: Pick<SignInContext, 'db' | 'caller'>): Promise<void> {
  tellServers(caller, await findServersVersion(db, caller.teamId));
}
