import 'server-only';
/** What somebody has left open in a team that they are in no longer ends, however they were taken out of it. */
import type { Database } from '@/db/client';
import { endToken } from '@/lib/outside/tokens';
import { announce } from '@/lib/runs/follow/events';
import { endChat } from '@/lib/runs/withdrawing/end-chat';
import { listLeftovers } from '@/lib/store/settings/team';

const WHY = 'The person who asked is not in the team any more.';

/** Any process may do it, at any time, any number of times. */
export async function endLeftovers(db: Database): Promise<void> {
  for (const { chats, tokens } of await listLeftovers(db)) {
    for (const chatId of chats) await endChat(db, chatId, WHY);
    for (const id of tokens) {
      const place = await db.transaction((tx) => endToken(tx, id, null));
      await announce(db, place);
    }
  }
}
