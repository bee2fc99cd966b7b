import 'server-only';
/** Everything with which somebody can get into an account, or stay in it. */
import { and, eq } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import { spendCodes } from '../outside/authorizations';
import { listOpenTokens, markTokenRevoked } from '../outside/tokens';

const { accountLinks, accounts, factorChallenges, passkeys, recoveryCodes, sessions, twoFactors, users } =
  schema;

/** Removes all access of whoever created this account without proving that the address is theirs. */
export async function dropWaysIn(
  tx: Transaction,
  person: Pick<Caller, 'userId'> & { teamId: string | null },
): Promise<void> {
  const { userId, teamId } = person;
  await tx.delete(accounts).where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
  // The app before the other factors: everything that changes either locks them in this order.
  await tx
    .update(twoFactors)
    .set({ secret: null, pending: null, verified: false, codesAt: null })
    .where(eq(twoFactors.userId, userId));
  for (const table of [passkeys, recoveryCodes, factorChallenges, accountLinks, sessions])
    await tx.delete(table).where(eq(table.userId, userId));
  await tx.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, userId));
  await spendCodes(tx, userId);
  if (teamId === null) return;
  for (const id of await listOpenTokens(tx, { userId, teamId })) await markTokenRevoked(tx, id, null);
}
