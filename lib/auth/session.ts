import 'server-only';
/** Who is asking: read from the session cookie and the database for every request. */
import { createHash, createHmac } from 'node:crypto';
import { getSessionCookie } from 'better-auth/cookies';
import { constantTimeEqual } from 'better-auth/crypto';
import type { Queryable } from '@/db/client';
import { asAppError } from '@/lib/as-app-error';
import { database } from '@/lib/database';
import { type Env, env } from '@/lib/env';
import type { Caller } from '@/lib/people/caller';
import { findCallerOfSession } from '@/lib/store/people';
import { COOKIE_PREFIX } from './cookie';

/**
 * The signed-in person with team and role as they are at this moment. Null: nobody is signed in, the session
 * is over, the person is in no team, or is a demo account while the demo is off.
 * @throws AppError when the database cannot be asked: then it is unknown who asks, and nothing may be done
 */
export async function getCaller(headers: Headers): Promise<Caller | null> {
  const token = sessionToken(headers, env().secret);
  if (token === null) return null;
  try {
    const { db } = await database();
    return await callerOfSession(db, token, env());
  } catch (error) {
    // Anyone who prints the query's own error prints the session's token.
    throw asAppError(error);
  }
}

/** The token in a session cookie that we signed, or null. */
export function sessionToken(headers: Headers, secret: string): string | null {
  const cookie = getSessionCookie(headers, { cookiePrefix: COOKIE_PREFIX });
  const dot = cookie?.lastIndexOf('.') ?? -1;
  if (!cookie || dot < 1) return null;
  const token = cookie.slice(0, dot);
  // As better-auth signs; its own function imports the key again each time, which costs a tenth of a request.
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return constantTimeEqual(signature, cookie.slice(dot + 1)) ? token : null;
}

/** SHA-256 (hex) of the token of the caller's session: what the record names it by. */
export function sessionHash(headers: Headers): string | null {
  const token = sessionToken(headers, env().secret);
  return token === null ? null : createHash('sha256').update(token).digest('hex');
}

/** The same of a token, whether or not demo accounts may sign in. */
export async function callerOfSession(
  db: Queryable,
  token: string,
  { demo }: Pick<Env, 'demo'>,
): Promise<Caller | null> {
  const row = await findCallerOfSession(db, token);
  if (!row || (row.isDemo && !demo)) return null;
  const { isDemo: _, ...caller } = row;
  return caller;
}
