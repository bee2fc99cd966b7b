import 'server-only';
/** Goes on with what processes that have died left. */
import { settleAbandoned } from '@/lib/execution/settle-left';
import { describeError, log } from '@/lib/log';
import { leaveCall } from '@/lib/outside/calls/end';
import type { RunDependencies } from '@/lib/runs/dependencies';
import { continueRun } from '@/lib/runs/drive';
import { announce } from '@/lib/runs/follow/events';
import { allLive } from '@/lib/runs/follow/live';
import { adoptRun, deadRuns } from '@/lib/runs/recover';

/**
 * Goes on with every run whose process has died.
 * @param alone this is the only process on the database
 */
export async function recoverRuns(deps: RunDependencies, alone: boolean): Promise<void> {
  const alive = allLive().map((live) => live.runId);
  for (const dead of await deadRuns(deps.db, alive, alone)) {
    try {
      if (dead.tokenId !== null) await leaveCall(deps.db, dead);
      const claimed = dead.tokenId === null ? await adoptRun(deps.db, dead) : undefined;
      if (claimed) await continueRun(deps, claimed.run.id);
      else await announce(deps.db, dead.chatId);
    } catch (error) {
      log('error', 'recovery', describeError(error));
    }
  }
  await settleAbandoned(deps.db);
}
