import 'server-only';
import { sessionHash } from '@/lib/auth/session';
/** Whose sign-ins the routes are about. */
import { connectionsFor } from '@/lib/connections/for-caller';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { type SignInContext, selfOf } from '@/lib/sign-ins/context';

export async function signInContextOf(caller: Caller, request: Request): Promise<SignInContext> {
  const { db } = await database();
  const { secret, appUrl, privateServers } = env();
  const session = sessionHash(request.headers);
  if (session === null) throw new AppError('unauthorized', 'Sign in first.');
  const connections = connectionsFor(caller);
  return { db, caller, connections, sessionHash: session, secret, self: selfOf(appUrl), privateServers };
}
