import 'server-only';
/** Making accounts: a person and the password better-auth will check. */
import { hashPassword } from 'better-auth/crypto';
import type { Queryable } from '@/db/client';
import { newId, randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';

export interface NewAccount {
  name: string;
  email: string;
  password: string;
}

/** Passwords are counted in characters. */
export const PASSWORD_LENGTH = { min: 10, max: 128 };

/**
 * Adds a person who can sign in, and returns the id. Slow on purpose (the hash).
 * @throws a unique violation when the address has an account
 */
export async function createAccount(db: Queryable, account: NewAccount): Promise<string> {
  const password = await hashPassword(account.password);
  const userId = newId('usr');
  const email = account.email.toLowerCase();
  await db.insert(schema.users).values({ id: userId, name: account.name, email });
  await db
    .insert(schema.accounts)
    .values({ id: randomToken(), userId, accountId: userId, providerId: 'credential', password });
  return userId;
}
