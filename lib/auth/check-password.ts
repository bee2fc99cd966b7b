import 'server-only';
/** Asks a signed-in person for their password again, before something that must not happen at an unattended desk. */
import { verifyPassword } from 'better-auth/crypto';
import type { Queryable } from '@/db/client';
import { AppError } from '@/lib/errors';
import { findPassword } from '@/lib/store/accounts';
import { SignInLimit } from './sign-in-limit';

const MAX_FAILURES = 10;
const limit = new SignInLimit(MAX_FAILURES);

/**
 * @param words the message if it is wrong
 * @returns its hash at that moment
 * @throws AppError forbidden: it is not this person's password; too_many_requests: too many wrong ones
 */
export async function checkPassword(
  db: Queryable,
  userId: string,
  password: string,
  words = 'That is not your password. Nothing was decided.',
): Promise<string> {
  if (!limit.begin(userId)) {
    throw new AppError('too_many_requests', 'Too many wrong passwords. Wait a minute.');
  }
  const hash = await findPassword(db, userId);
  if (!hash || !(await verifyPassword({ hash, password }))) throw new AppError('forbidden', words);
  limit.succeeded(userId);
  return hash;
}
