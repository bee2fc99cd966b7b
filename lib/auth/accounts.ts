import 'server-only';
/** Creates accounts: a person, and the password that better-auth will check. */
import { hashPassword } from 'better-auth/crypto';
import type { Queryable } from '@/db/client';
import { newId, randomToken } from '@/db/ids';
import { insertAccount, insertUser } from '@/lib/store/accounts';

export interface NewAccount {
  name: string;
  email: string;
  password: string;
}

/**
 * Prepares an account, and returns the function that writes it: hashing takes a while, and no transaction should wait
 * for it.
 * @returns writes the account and resolves to the person's id; throws a unique violation if the address already has one
 */
export async function prepareAccount(account: NewAccount): Promise<(db: Queryable) => Promise<string>> {
  const password = await hashPassword(account.password);
  const userId = newId('usr');
  const user = { id: userId, name: account.name, email: account.email.toLowerCase() };
  return async (db) => {
    await insertUser(db, user);
    const credential = { id: randomToken(), userId, accountId: userId, providerId: 'credential', password };
    await insertAccount(db, credential);
    return userId;
  };
}
