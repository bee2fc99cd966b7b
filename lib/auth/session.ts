import 'server-only';
/** Who is making a request: read from the session cookie and the database every time. */
import { createHash, createHmac } from 'node:crypto';
import { getSessionCookie } from 'better-auth/cookies';
import type { Queryable } from '@/db/client';
import { asAppError } from '@/lib/as-app-error';
import { database } from '@/lib/database';
import { type Env, env } from '@/lib/env';
import type { Caller } from '@/lib/people/caller';
import { forcedProvider } from '@/lib/single-sign-on/providers';
import { stillThere } from '@/lib/single-sign-on/still-there';
import { type CallerOfSession, findCallerOfSession } from '@/lib/store/people';
import { isSigned, secretsOf } from '@/lib/values/secret-before';
import { COOKIE_PREFIX } from './cookie';

/**
 * For pages that a person needs who has yet to set up the second factor that their team requires; everywhere else they
 * count as nobody.
 */
export interface Asked {
  settingUp?: boolean;
}

/**
 * The signed-in person with team and role as they are at this moment. Null: nobody is signed in, the session has
 * expired, the person is in no team, lacks the second factor that the team requires, or is a demo account while the
 * demo is off.
 * @throws AppError if the database cannot be reached: then it is unknown who asks, and nothing may be done
 */
export async function getCaller(headers: Headers, asked: Asked = {}): Promise<Caller | null> {
  const token = sessionToken(headers, env().secret);
  if (token === null) return null;
  try {
    const { db } = await database();
    return await callerOfSession(db, token, { demo: env().demo, isThere: stillThere }, asked);
  } catch (error) {
    // The query's own error contains the session's token, so it must not be printed.
    throw asAppError(error);
  }
}

/** The token in a session cookie that we signed, or null. */
export function sessionToken(headers: Headers, secret: string): string | null {
  const cookie = getSessionCookie(headers, { cookiePrefix: COOKIE_PREFIX });
  const dot = cookie?.lastIndexOf('.') ?? -1;
  if (!cookie || dot < 1) return null;
  const token = cookie.slice(0, dot);
  // The same as better-auth's signature; its own function imports the key each time, which costs a tenth of a request.
  const sign = (one: string) => createHmac('sha256', one).update(token).digest('base64');
  return isSigned(secret, cookie.slice(dot + 1), sign) ? token : null;
}

/** The same headers with the session signed by the present secret, the only one that better-auth accepts. */
export function signedAnew(headers: Headers, secret: string): Headers {
  if (secretsOf(secret).length === 1) return headers;
  const token = sessionToken(headers, secret);
  if (token === null) return headers;
  const anew = new Headers(headers);
  const signed = encodeURIComponent(
    `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`,
  );
  const cookie = headers.get('cookie') ?? '';
  anew.set('cookie', cookie.replace(/(amber\.session_token=)[^;]*/, `$1${signed}`));
  return anew;
}

/** SHA-256 (hex) of the token of the caller's session, which identifies it in the record. */
export function sessionHash(headers: Headers): string | null {
  const token = sessionToken(headers, env().secret);
  return token === null ? null : createHash('sha256').update(token).digest('hex');
}

export interface SessionRules extends Pick<Env, 'demo'> {
  /** Asks the provider on which a session depends, if a check is due. */
  isThere?: (signOn: NonNullable<CallerOfSession['signOn']>) => Promise<boolean>;
  /** Whether the person with this address must use single sign-on; their older sessions do not count then. */
  isForced?: (email: string) => boolean;
}

/** The same for a token, whether or not demo accounts may sign in. */
export async function callerOfSession(
  db: Queryable,
  token: string,
  {
    demo,
    isThere = async ({ isVouched }) => isVouched,
    isForced = (email) => forcedProvider(email) !== undefined,
  }: SessionRules,
  { settingUp = false }: Asked = {},
): Promise<Caller | null> {
  let row = await findCallerOfSession(db, token);
  if (row?.signOn?.isDue) {
    if (!(await isThere(row.signOn))) return null;
    // With the role that the provider may have given just now.
    row = await findCallerOfSession(db, token);
  }
  if (!row || (row.isDemo && !demo)) return null;
  const { isDemo: _, email, isOwn, signOn, lacksFactor, ...caller } = row;
  const forced = isForced(email);
  if (isOwn && forced) return null;
  // People who must use single sign-on get their factors from the company's provider.
  if (lacksFactor && !settingUp && !forced) return null;
  return !signOn || signOn.isVouched ? caller : null;
}
