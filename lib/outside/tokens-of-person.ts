import 'server-only';
/** The end of all that other clients may do for one person. */
import type { Transaction } from '@/db/client';
import type { Caller } from '@/lib/people/caller';
import { spendCodes } from '@/lib/store/outside/authorizations';
import { listOpenTokens, lockToken } from '@/lib/store/outside/tokens';
import { endToken } from './tokens';

/** @returns the places of their calls, to be announced once it is committed */
export async function endTokensOf(
  tx: Transaction,
  person: Pick<Caller, 'userId' | 'teamId'>,
): Promise<string[]> {
  // Before the tokens are listed: of a code that was shown a moment ago there is one by now.
  await spendCodes(tx, person.userId);
  const places: string[] = [];
  for (const id of await listOpenTokens(tx, person)) {
    await lockToken(tx, person.teamId, id);
    places.push(await endToken(tx, id, person.userId));
  }
  return places;
}
