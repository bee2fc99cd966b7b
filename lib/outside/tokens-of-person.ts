import 'server-only';
/** Ends all access of other clients on behalf of one person. */
import type { Transaction } from '@/db/client';
import type { Caller } from '@/lib/people/caller';
import { spendCodes } from '@/lib/store/outside/authorizations';
import { listOpenTokens, lockToken } from '@/lib/store/outside/tokens';
import { endToken } from './tokens';

/** @returns the chats that hold their calls, to be announced after the commit */
export async function endTokensOf(
  tx: Transaction,
  person: Pick<Caller, 'userId' | 'teamId'>,
): Promise<string[]> {
  // Before the tokens are listed: a code presented a moment ago has become one by now.
  await spendCodes(tx, person.userId);
  const places: string[] = [];
  for (const id of await listOpenTokens(tx, person)) {
    await lockToken(tx, person.teamId, id);
    places.push(await endToken(tx, id, person.userId));
  }
  return places;
}
