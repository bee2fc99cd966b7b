import 'server-only';
/**
 * Held calls whose time has come: their runs continue, in whichever process looks first. The time is in the row, so
 * neither a restart nor which process took the confirmation matters; whether the call may still run is judged when it
 * is sent.
 */
import { settleWaitingRun } from '@/lib/approvals/settle';
import { describeError, log } from '@/lib/log';
import type { RunDependencies } from '@/lib/runs/dependencies';
import { continueRun } from '@/lib/runs/drive';
import { announce } from '@/lib/runs/follow/events';
import { owner } from '@/lib/runs/owner';
import { lockChat } from '@/lib/store/chats';
import { listRunsToRelease } from '@/lib/store/conversation/holds';
import { findRun } from '@/lib/store/runs';

export async function releaseHolds(deps: RunDependencies): Promise<void> {
  for (const { runId } of await listRunsToRelease(deps.db)) {
    // A failure of one must not hold up the others.
    await release(deps, runId).catch((error) => log('error', 'holding', describeError(error)));
  }
}

async function release({ db, ...deps }: RunDependencies, runId: string): Promise<void> {
  const row = await findRun(db, runId);
  if (!row) return;
  const isTaken = await db.transaction(async (tx) => {
    await lockChat(tx, row.chatId);
    const run = await findRun(tx, runId);
    return run !== undefined && (await settleWaitingRun(tx, run, owner));
  });
  if (isTaken) await continueRun({ db, ...deps }, runId);
  else await announce(db, row.chatId);
}
