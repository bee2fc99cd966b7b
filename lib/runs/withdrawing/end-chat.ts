import 'server-only';
/** Ends what goes on and waits in a chat whose person may not go on with it. */
import type { Database } from '@/db/client';
import { endUnsent } from '@/lib/execution/ledger';
import { lockChat, touchChat } from '@/lib/store/chats';
import { closeFormsOfRun } from '@/lib/store/forms';
import { deleteQueue } from '@/lib/store/queue';
import { markRunsStopped } from '@/lib/store/runs';
import { tell } from '../follow/events';
import { notifier } from '../follow/notifications';
import { supersedeApprovals } from './supersede';

/**
 * Stops its runs for good, with those of its sub-agents; what was asked is withdrawn, what was not sent is not sent any
 * more. What is under way when it is stopped may have taken effect, and is told so.
 */
export async function endChat(db: Database, chatId: string, why: string): Promise<void> {
  const { stopped, news } = await db.transaction(async (tx) => {
    await lockChat(tx, chatId);
    const active = await markRunsStopped(tx, chatId);
    for (const runId of active) {
      await supersedeApprovals(tx, runId, why);
      await endUnsent(tx, runId, why);
      await closeFormsOfRun(tx, runId);
    }
    await deleteQueue(tx, chatId);
    return { stopped: active, news: await touchChat(tx, chatId) };
  });
  for (const runId of stopped) notifier.send({ kind: 'stop', runId });
  tell(news);
}
