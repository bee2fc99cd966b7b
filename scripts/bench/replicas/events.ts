/** The failures during the load: a rolling restart, a killed process, a failover of the database. */
import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '../../../e2e/app.ts';
import { type Away, outageOf } from './answers.ts';
import type { Load } from './load.ts';
import type { Stage } from './stage.ts';

/** How long the standby is not promoted, so that the responses meanwhile can be seen. */
const AWAY_MS = 5_000;
/** How long a killed process stays away. */
const DEAD_MS = 3_000;
const BACK_MS = 60_000;

/** One process after another: asked to end, awaited, started again. @returns exit codes */
export async function rollingRestart({ apps }: Stage): Promise<(number | null)[]> {
  const codes: (number | null)[] = [];
  for (const app of apps) {
    codes.push(await app.restart('SIGTERM'));
    // haproxy must have seen that it is healthy before the next one ends.
    await pause(2_000);
  }
  return codes;
}

/** Like a power cut. */
export async function killOne({ apps }: Stage, which: number): Promise<void> {
  const app = apps[which % apps.length] as App;
  await app.kill();
  await pause(DEAD_MS);
  await app.revive();
}

export interface Failover extends Away {
  /** From the loss of the primary until the standby is promoted and PgBouncer reconfigured. */
  promotedMs: number;
  /** From then to the first response other than 503. */
  backMs: number;
  bare: number;
  longestMs: number;
}

/**
 * The primary is cut off; after a while the standby is promoted, PgBouncer is pointed to it, and a new standby is
 * created.
 */
export async function failOver({ cluster, pooler }: Stage, { looks }: Load): Promise<Failover> {
  const from = Date.now();
  await cluster.cutOff();
  await pause(AWAY_MS);
  await cluster.promote();
  pooler.pointTo(cluster.port);
  const promoted = Date.now();
  const isBack = () => looks.at(-1)?.status === 200 && (looks.at(-1)?.at ?? 0) > promoted;
  while (!isBack() && Date.now() < promoted + BACK_MS) await pause(50);
  // The other processes are back as well.
  await pause(3_000);
  await cluster.addStandby();
  const { to, bare, longestMs } = outageOf(
    looks.filter(({ at }) => at <= Date.now()),
    from,
  );
  return { from, to, promotedMs: promoted - from, backMs: to - promoted, bare, longestMs };
}
