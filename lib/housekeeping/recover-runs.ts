import 'server-only';
/**
 * Continues what dead processes left: concurrently with people's requests, a few at a time, since there may be
 * thousands.
 */
import { settleAbandoned } from '@/lib/execution/settle-left';
import { describeError, log } from '@/lib/log';
import { leaveCall } from '@/lib/outside/calls/end';
import type { RunDependencies } from '@/lib/runs/dependencies';
import { continueRun } from '@/lib/runs/drive';
import { announce } from '@/lib/runs/follow/events';
import { allLive, type Live } from '@/lib/runs/follow/live';
import { adoptRun, deadRuns } from '@/lib/runs/recover';

/** How many are taken over at once. The embedded database has one connection, which requests need as well. */
const TAKEN_AT_ONCE = 4;
/** How many of them continue at once; one that takes longer than the time below gives its place to the next. */
const GOING_ON = 40;
const PLACE_MS = 5_000;

/**
 * Continues every run whose process has died. Resolves when each of them was taken over or ended.
 * @param alone this is the only process on the database
 * @param isOver asked before each: this process was told to end, and leaves the rest to the next one
 */
export async function recoverRuns(
  deps: RunDependencies,
  alone: boolean,
  isOver: () => boolean = () => false,
): Promise<void> {
  const alive = allLive().map((live) => live.runId);
  const dead = (await deadRuns(deps.db, alive, alone)).values();
  const places = new Places();
  const work = async () => {
    for (const run of dead) {
      await places.take();
      if (isOver()) return;
      void goesOn(await recover(deps, run)).then(() => places.leave());
    }
  };
  await Promise.all(Array.from({ length: alone ? 1 : TAKEN_AT_ONCE }, work));
  if (!isOver()) await settleAbandoned(deps.db);
}

/** @returns the run, if it continues here */
async function recover(
  deps: RunDependencies,
  dead: Awaited<ReturnType<typeof deadRuns>>[number],
): Promise<Live | undefined> {
  try {
    if (dead.tokenId !== null) await leaveCall(deps.db, dead);
    const claimed = dead.tokenId === null ? await adoptRun(deps.db, dead) : undefined;
    if (claimed) return await continueRun(deps, claimed.run.id);
    await announce(deps.db, dead.chatId);
  } catch (error) {
    log('error', 'recovery', describeError(error));
  }
  return undefined;
}

/** Resolves once the run has ended, or is taking long. */
async function goesOn(live: Live | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PLACE_MS).unref();
  });
  if (live) await Promise.race([live.done, late]);
  clearTimeout(timer);
}

class Places {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  /** Waits until a place is free; it is taken before the run is. */
  async take(): Promise<void> {
    while (this.taken >= GOING_ON) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.taken += 1;
  }

  leave(): void {
    this.taken -= 1;
    this.waiting.shift()?.();
  }
}
