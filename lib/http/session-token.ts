import 'server-only';
/** The session with which a request came. */
import { sessionToken } from '@/lib/auth/session';
import { env } from '@/lib/env';
import { AppError } from '@/lib/errors';

/** @throws AppError unauthorized: the session has ended meanwhile */
export function tokenOf({ headers }: Request): string {
  const token = sessionToken(headers, env().secret);
  if (token !== null) return token;
  throw new AppError('unauthorized', 'Sign in first.');
}
