import 'server-only';
/**
 * What runs need from the process: messages from other processes, heartbeats, repair of dead runs, expiry of cards,
 * linking of receipts, and an orderly shutdown.
 */
import { answerRequest } from '@/lib/backup/answer-request';
import { eraseSome } from '@/lib/chats/bin';
import { fillSearch } from '@/lib/chats/search';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { goOnErasing } from '@/lib/keeping/erase-person';
import { eraseOld } from '@/lib/keeping/sweep';
import { describeError, log } from '@/lib/log';
import { forgetRequests } from '@/lib/outside/calls/request';
import { forgetSignIns } from '@/lib/outside/sign-in/forget';
import { linkAllReceipts } from '@/lib/receipts/link';
import { runDependencies } from '@/lib/runs/app-dependencies';
import { sweepQueues } from '@/lib/runs/drive';
import { endListeners } from '@/lib/runs/follow/events';
import { allLive } from '@/lib/runs/follow/live';
import { notifier } from '@/lib/runs/follow/notifications';
import { newsWays } from '@/lib/runs/follow/ways/all';
import { owner } from '@/lib/runs/owner';
import { STOPPED, stopOnRequest } from '@/lib/runs/stop';
import { signOnContext } from '@/lib/single-sign-on/context';
import { deleteOldChanges } from '@/lib/store/conversation/undoing';
import { beatRuns } from '@/lib/store/runs';
import { deleteOldLinks } from '@/lib/store/settings/account-links';
import { deleteForgotten } from '@/lib/store/uploads/uploads';
import { endLeftovers } from '@/lib/team/end-leftovers';
import { checkSignOns } from './check-sign-ons';
import { expireCards } from './expire-cards';
import { recoverRuns } from './recover-runs';
import { releaseHolds } from './release-holds';

const BEAT_MS = 1_000;
const EXPIRY_MS = 15_000;
/** How soon after its hold a call runs. */
const HOLD_MS = 1_000;
/** How soon a receipt is linked, however many are written. */
const LINK_MS = 250;
/** How soon the search finds what other versions of Amber have stored. */
const FILL_MS = 600_000;
/** How often chats that are due for erasure are looked for. */
const ERASE_MS = 600_000;
/** How long an uploaded file that was never sent is kept, and how many are deleted at a time. */
const UPLOADS_KEPT_HOURS = 24;
const MOST_FORGOTTEN = 500;
/** How long a call can be taken back. */
const CHANGES_KEPT_DAYS = 30;
/** How soon a request for a backup is answered. */
const BACKUP_MS = 500;
/** The pause between two pieces of it, so that nobody waits for it. */
const PAUSE_MS = 50;
/** How long running answers may continue once the process is told to end. */
const GRACE_MS = 3_000;

let timers: NodeJS.Timeout[] = [];
let isStopping = false;
let recovering: Promise<void> | undefined;

/** Called once the database is open and migrated. Dead runs are continued concurrently with the first requests. */
export async function startRuns(): Promise<void> {
  const opened = await database();
  // Tabs that may have missed something ask again: a tab reopens an event stream that ends.
  await notifier.connect(await newsWays(opened, env()), endListeners);
  stopOnRequest();
  isStopping = false;
  void recover(opened.kind === 'pglite');
  timers = [
    every(BEAT_MS, beat),
    every(BEAT_MS, () => recover(false)),
    every(HOLD_MS, async () => releaseHolds(await runDependencies())),
    every(EXPIRY_MS, sweepCards),
    every(EXPIRY_MS, async () => endLeftovers((await database()).db)),
    every(EXPIRY_MS, async () => goOnErasing((await database()).db)),
    every(EXPIRY_MS, async () => checkSignOns(await signOnContext())),
    every(LINK_MS, linkAll),
    every(FILL_MS, fillAll),
    every(ERASE_MS, eraseAll),
    // Only for the embedded database, which no other process can read; PostgreSQL can be backed up directly.
    ...(opened.kind === 'pglite'
      ? [every(BACKUP_MS, () => answerRequest(opened, env().dataDir, env().secret))]
      : []),
  ];
  void fillAll().catch((error) => log('error', 'search', describeError(error)));
}

/** Called when the process is told to end: answers get a moment, then they are stopped and stored. */
export async function stopRuns(): Promise<void> {
  for (const timer of timers) clearInterval(timer);
  timers = [];
  isStopping = true;
  await recovering;
  endListeners();
  const running = allLive();
  const done = Promise.all(running.map((live) => live.done));
  const grace = new Promise((resolve) => setTimeout(resolve, GRACE_MS));
  await Promise.race([done, grace]);
  for (const live of allLive()) {
    live.abort.abort(new Error('Stopped: the server was shut down. Ask again to go on.'));
  }
  await done;
  await (await runDependencies()).vectors?.stop();
  await notifier.disconnect();
  await linkAll();
}

function every(milliseconds: number, work: () => Promise<void>): NodeJS.Timeout {
  let busy = false;
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    try {
      await work();
    } catch (error) {
      log('error', 'housekeeping', describeError(error));
    } finally {
      busy = false;
    }
  }, milliseconds);
  timer.unref();
  return timer;
}

async function beat(): Promise<void> {
  const { db } = await database();
  const driven = allLive();
  if (driven.length > 0) {
    const ids = driven.map((live) => live.runId);
    const ours = await beatRuns(db, ids, owner);
    const held = new Map(ours.map((row) => [row.id, row]));
    for (const live of driven) {
      const row = held.get(live.runId);
      if (!row) live.abort.abort(new Error('This answer was ended or taken over elsewhere.'));
      else if (row.stopRequestedAt) live.abort.abort(new Error(STOPPED));
    }
  }
  await sweepQueues(await runDependencies());
}

/** Apart from the heartbeat, which must not wait for it: a process without a heartbeat counts as dead. */
function recover(alone: boolean): Promise<void> {
  recovering ??= runDependencies()
    .then((deps) => recoverRuns(deps, alone, () => isStopping))
    .catch((error) => log('error', 'recovery', describeError(error)))
    .finally(() => {
      recovering = undefined;
    });
  return recovering;
}

async function linkAll(): Promise<void> {
  await linkAllReceipts((await database()).db);
}

/** In small pieces, newest first, since a large database takes long. */
async function fillAll(): Promise<void> {
  const { db } = await database();
  while (!isStopping && (await fillSearch(db))) await pause();
}

async function eraseAll(): Promise<void> {
  const { db } = await database();
  await db.transaction((tx) => deleteForgotten(tx, UPLOADS_KEPT_HOURS, MOST_FORGOTTEN));
  await forgetSignIns(db);
  await deleteOldLinks(db);
  while (!isStopping && (await deleteOldChanges(db, CHANGES_KEPT_DAYS, MOST_FORGOTTEN))) await pause();
  const { keeping } = env();
  while (!isStopping && (await eraseOld(db, keeping))) await pause();
  while (!isStopping && (await eraseSome(db))) await pause();
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

async function sweepCards(): Promise<void> {
  const deps = await runDependencies();
  await expireCards(deps);
  await forgetRequests(deps.db);
}
