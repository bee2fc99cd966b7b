import 'server-only';
/** Leaving the team, for who knows the password: a browser that was left open takes nobody out of it. */
import type { Database } from '@/db/client';
import { checkPassword } from '@/lib/auth/check-password';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { leaveTeam } from '@/lib/team/team';
import { readProfile } from './profile';

/** @throws AppError forbidden (of a demo account, or not the password), too_many_requests, conflict (the last admin) */
export async function leave(db: Database, caller: Caller, password: string): Promise<void> {
  const { isDemo } = await readProfile(db, caller);
  if (isDemo) throw new AppError('forbidden', 'A demo account stays as it is: everybody uses it.');
  await checkPassword(db, caller.userId, password, 'That is not your password. You are still in the team.');
  await leaveTeam(db, caller);
}
