import 'server-only';
/** What somebody has left open in a team in which they work no longer ends, however they were taken out of it. */
import type { Database, Transaction } from '@/db/client';
import { endToken } from '@/lib/outside/tokens';
import { works } from '@/lib/people/roles';
import { announce } from '@/lib/runs/follow/events';
import { endChat } from '@/lib/runs/withdrawing/end-chat';
import { lockToken } from '@/lib/store/outside/tokens';
import { findRole } from '@/lib/store/people';
import { type Leftovers, listLeftovers } from '@/lib/store/settings/team';

const WHY = 'The person who asked does not work in the team any more.';

/** Any process may do it, at any time, any number of times. */
export async function endLeftovers(db: Database): Promise<void> {
  for (const left of await listLeftovers(db)) {
    for (const chatId of left.chats) await endChat(db, chatId, WHY);
    for (const id of left.tokens) {
      const place = await db.transaction((tx) => endTokenOf(tx, left, id));
      if (place !== undefined) await announce(db, place);
    }
  }
}

/** Unless they have been taken in again since it was listed. @returns the place of its calls */
async function endTokenOf(tx: Transaction, person: Leftovers, id: string): Promise<string | undefined> {
  const token = await lockToken(tx, person.teamId, id);
  const role = await findRole(tx, person);
  if (!token || (role !== undefined && works(role))) return undefined;
  return endToken(tx, id, null);
}
