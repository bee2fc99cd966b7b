import 'server-only';
/** Starts a run in this process and drives it, segment by segment, until it is over or waits for a person. */
import { Meter, metering, meterNow, type TurnBudget } from '@/lib/limits/meter';
import { describeError, log } from '@/lib/log';
import type { Caller } from '@/lib/people/caller';
import type { ChatNews } from '@/lib/store/chats';
import { listAbove, type SubRun } from '@/lib/store/conversation/sub-agents';
import { findCaller } from '@/lib/store/people';
import { listStuckQueues } from '@/lib/store/queue';
import { findRunNews } from '@/lib/store/runs';
import { findTeamModel } from '@/lib/store/settings/team-model';
import { once } from '@/lib/values/once';
import { beginQueued, type ClaimedRun } from './begin';
import { nameChat } from './beside/name-chat';
import type { RunDependencies } from './dependencies';
import { announce, tell } from './follow/events';
import { closeLive, type Live, liveOf, openLive } from './follow/live';
import { keepCards } from './follow/live-cards';
import { owner } from './owner';
import { type EndWords, endRun } from './recover';
import { inRun, seenSegment } from './seen-run';
import { runSegment } from './segment';

/** The default limits of one answer: far more than any needs that is not running away. */
const ONE_ANSWER: TurnBudget = { tokens: 5_000_000, calls: 500 };

const NOBODY: EndWords = {
  call: 'This call did not run: the person who asked has left the team.',
  run: 'The person who asked has left the team.',
  status: 'failed',
};

/**
 * The fence with which this process drives each run. A sub-agent's parent, a decision and the repair of dead runs may
 * all try to let a run continue: one of them does.
 */
const begun = once('driven', () => new Map<string, number>());

/**
 * Lets a claimed run stream. Its `Live` is registered when this returns; `live.done` resolves when everything is
 * stored.
 */
export function driveRun(deps: RunDependencies, caller: Caller, claimed: ClaimedRun): Live {
  const { run } = claimed;
  begun.set(run.id, run.fence);
  const live = openLive(claimed.run.chatId, claimed.run.id, claimed.run.fence);
  tell(claimed.news);
  const meter = new Meter({
    db: deps.db,
    who: caller,
    tokens: run.tokensRead + run.tokensWritten,
    budget: { ...ONE_ANSWER, ...deps.turn },
    run: { head: run.rootRunId ?? run.id, depth: run.depth },
    ...(deps.priceOf && { priceOf: deps.priceOf }),
  });
  void inRun(run, () => metering(meter, () => drive(deps, caller, claimed, live)));
  return live;
}

async function drive(
  deps: RunDependencies,
  caller: Caller,
  { run, opening }: ClaimedRun,
  live: Live,
): Promise<void> {
  let news: ChatNews | undefined;
  let isNext = false;
  let above: string | undefined;
  const letCardsBe = keepCards(deps.db, caller, live);
  const goOn = (runId: string) => continueRun(deps, runId);
  try {
    const own = opening ? opening.authority.teamModel : await findTeamModel(deps.db, caller.teamId);
    const input = { deps, caller, run, live, goOn, model: deps.model(run.model, own) };
    let finished = await seenSegment(run, () => runSegment({ ...input, opening }));
    // Not awaited.
    if (finished.state !== 'failed')
      void nameChat({ db: deps.db, name: deps.naming?.(own) }, run, opening?.history).then(() =>
        meterNow()?.flush(),
      );
    while (finished.state === 'running') finished = await seenSegment(run, () => runSegment(input));
    if (finished.state !== 'waiting') await forget(deps, caller, run.id);
    news = finished.news;
    above = finished.above;
    if (begun.get(run.id) === run.fence) begun.delete(run.id);
    // If the run was taken away, it is unknown whether a message is queued behind it.
    isNext = finished.isNext ?? finished.state === 'gone';
  } catch (error) {
    // The segment could not be stored. Its row becomes stale and is repaired from the log.
    log('error', 'run', describeError(error));
  } finally {
    letCardsBe();
    closeLive(live);
    if (news) tell(news);
    else await announce(deps.db, run.chatId);
    if (isNext) await driveQueued(deps, caller, run.chatId);
    if (above !== undefined)
      await continueRun(deps, above).catch((error) => log('error', 'run', describeError(error)));
  }
}

/** Ends background work of the run's calls, which must not outlive it. */
async function forget(deps: RunDependencies, caller: Caller, runId: string): Promise<void> {
  try {
    await deps.connectionsFor(caller).forget(runId);
  } catch (error) {
    log('error', 'run', describeError(error));
  }
}

/**
 * Continues with the oldest queued message of a chat, if nothing is in progress there. Never throws.
 * @param withdrawing whether it withdraws what still waits for a decision
 */
export async function driveQueued(
  deps: RunDependencies,
  caller: Caller,
  chatId: string,
  withdrawing = false,
): Promise<Live | undefined> {
  try {
    const claimed = await beginQueued(deps.db, caller, chatId, withdrawing);
    return claimed && driveRun(deps, caller, claimed);
  } catch (error) {
    // It stays queued; the sweep tries again.
    log('warn', 'queue', describeError(error));
    return undefined;
  }
}

/** Continues with queued messages whose process died before it could. */
export async function sweepQueues(deps: RunDependencies): Promise<void> {
  for (const { chatId, userId } of await listStuckQueues(deps.db)) {
    const caller = await findCaller(deps.db, userId);
    if (caller) await driveQueued(deps, caller, chatId);
  }
}

/**
 * Lets a run continue after a decision left nothing waiting; it acts for the chat's owner as they are now. If several
 * runs of a tree were taken together, the topmost one continues, and lets those it waits for continue.
 * @returns nothing if they have left the team meanwhile, since the run then ends here, or if it is already running
 */
export async function continueRun(deps: RunDependencies, runId: string): Promise<Live | undefined> {
  const row = await findRunNews(deps.db, runId);
  if (!row) return undefined;
  const { run } = row;
  const above = run.rootRunId === null ? [] : await listAbove(deps.db, run.chatId);
  const others = above.findIndex((one) => !isTaken(one));
  const [top] = (others < 0 ? above : above.slice(0, others)).slice(-1);
  if (top) return continueRun(deps, top.id);
  const caller = await findCaller(deps.db, row.news.userId);
  if (begun.get(runId) === run.fence) return liveOf(run.chatId);
  if (caller && caller.teamId === row.news.teamId) return driveRun(deps, caller, row);
  await endRun(deps.db, row.run, NOBODY);
  await announce(deps.db, row.run.chatId);
  return undefined;
}

/** Taken by this process, which does not drive it yet. */
const isTaken = ({ chatId, status, owner: by }: SubRun) =>
  status === 'running' && by === owner && !liveOf(chatId);
