import 'server-only';
/** Starts a run in this process and drives it, segment by segment, until it is over or waits for a person. */
import { eq } from 'drizzle-orm';
import { schema } from '@/db/schema/all';
import { callerById } from '@/lib/auth/caller';
import type { Caller } from '@/lib/connections/types';
import { describeError, log } from '@/lib/log';
import type { RunRow } from './begin';
import type { RunDependencies } from './dependencies';
import { announce } from './events';
import { closeLive, type Live, openLive } from './live';
import { runSegment } from './segment';

/**
 * Lets a claimed run stream. Its `Live` is registered when this returns; `live.done` resolves when all is
 * stored.
 */
export function driveRun(deps: RunDependencies, caller: Caller, run: RunRow): Live {
  const live = openLive(run.chatId, run.id);
  void drive(deps, caller, run, live);
  return live;
}

async function drive(deps: RunDependencies, caller: Caller, run: RunRow, live: Live): Promise<void> {
  void announce(deps.db, run.chatId);
  try {
    let state = 'running';
    while (state === 'running') {
      ({ state } = await runSegment({ deps, caller, run, live }));
    }
  } catch (error) {
    // The segment could not be stored. Its row goes stale and is repaired from the log.
    log('error', 'run', describeError(error));
  } finally {
    closeLive(live);
    await announce(deps.db, run.chatId);
  }
}

/** Lets a run go on after a decision made its set complete; it acts for the chat's owner as he is now. */
export async function continueRun(deps: RunDependencies, chatId: string, runId: string): Promise<Live> {
  const { chats, runs } = schema;
  const [row] = await deps.db
    .select({ run: runs, userId: chats.userId })
    .from(runs)
    .innerJoin(chats, eq(chats.id, runs.chatId))
    .where(eq(runs.id, runId));
  const caller = row && (await callerById(deps.db, row.userId));
  if (!row || !caller) throw new Error(`The run of chat ${chatId} has nobody to act for.`);
  return driveRun(deps, caller, row.run);
}
