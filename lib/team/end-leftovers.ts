import 'server-only';
/** Ends what somebody has left open in a team in which they no longer work, however they were removed from it. */
import type { Database, Transaction } from '@/db/client';
import { endToken } from '@/lib/outside/tokens';
import { works } from '@/lib/people/roles';
import { announce } from '@/lib/runs/follow/events';
import { endChat } from '@/lib/runs/withdrawing/end-chat';
import { lockToken } from '@/lib/store/outside/tokens';
import { findRole } from '@/lib/store/people';
import { type Leftovers, listLeftovers } from '@/lib/store/settings/team';

const WHY = 'The person who asked does not work in the team any more.';

/** Can be done by any process, at any time, any number of times. */
export async function endLeftovers(db: Database): Promise<void> {
  for (const left of await listLeftovers(db)) {
    for (const chatId of left.chats) await endChat(db, chatId, WHY);
    for (const id of left.tokens) {
      const place = await db.transaction((tx) => endTokenOf(tx, left, id));
      if (place !== undefined) await announce(db, place);
    }
  }
}

/**
 * Unless they have been readmitted since it was listed.
 * @returns the chat of its calls
 */
async function endTokenOf(tx: Transaction, person: Leftovers, id: string): Promise<string | undefined> {
  const token = await lockToken(tx, person.teamId, id);
  const role = await findRole(tx, person);
  if (!token || (role !== undefined && works(role))) return undefined;
  return endToken(tx, id, null);
}
