import 'server-only';
/** Ends everything in progress or waiting in a chat whose owner has left the team, or no longer works in it. */
import type { Database } from '@/db/client';
import { endUnsent } from '@/lib/execution/ledger';
import { works } from '@/lib/people/roles';
import { lockChat, touchChat } from '@/lib/store/chats';
import { closeFormsOfRun } from '@/lib/store/forms';
import { findRole } from '@/lib/store/people';
import { deleteQueue } from '@/lib/store/queue';
import { markRunsStopped } from '@/lib/store/runs';
import { tell } from '../follow/events';
import { notifier } from '../follow/notifications';
import { supersedeApprovals } from './supersede';

/**
 * Stops its runs for good, with those of its sub-agents; open requests are withdrawn, and unsent calls are not sent any
 * more. A call in flight may have taken effect, and is reported as such. Whether the owner works in the team is checked
 * with the chat locked: somebody who has been readmitted meanwhile keeps everything.
 */
export async function endChat(db: Database, chatId: string, why: string): Promise<void> {
  const ended = await db.transaction(async (tx) => {
    const chat = await lockChat(tx, chatId);
    const role = chat && (await findRole(tx, chat));
    if (!chat || (role !== undefined && works(role))) return null;
    const active = await markRunsStopped(tx, chatId);
    for (const runId of active) {
      await supersedeApprovals(tx, runId, why);
      await endUnsent(tx, runId, why);
      await closeFormsOfRun(tx, runId);
    }
    await deleteQueue(tx, chatId);
    return { stopped: active, news: await touchChat(tx, chatId) };
  });
  if (!ended) return;
  for (const runId of ended.stopped) notifier.send({ kind: 'stop', runId });
  tell(ended.news);
}
