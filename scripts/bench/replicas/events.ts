/** What befalls the installation while people work: a rolling restart, a process killed, the database failed over. */
import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '../../../e2e/app.ts';
import { type Away, outageOf } from './answers.ts';
import type { Load } from './load.ts';
import type { Stage } from './stage.ts';

/** For so long nobody promotes the standby, so that it is seen what is answered meanwhile. */
const AWAY_MS = 5_000;
/** A process that was killed stays away for so long. */
const DEAD_MS = 3_000;
const BACK_MS = 60_000;

/** One process after the other: told to end, waited for, started again. @returns exit codes */
export async function rollingRestart({ apps }: Stage): Promise<(number | null)[]> {
  const codes: (number | null)[] = [];
  for (const app of apps) {
    codes.push(await app.restart('SIGTERM'));
    // haproxy must have seen that it is well before the next one goes.
    await pause(2_000);
  }
  return codes;
}

/** As a power cut would. */
export async function killOne({ apps }: Stage, which: number): Promise<void> {
  const app = apps[which % apps.length] as App;
  await app.kill();
  await pause(DEAD_MS);
  await app.revive();
}

export interface Failover extends Away {
  /** The primary gone to the standby promoted and PgBouncer told. */
  promotedMs: number;
  /** From then to the first answer that was no 503. */
  backMs: number;
  bare: number;
  longestMs: number;
}

/** The primary is cut off; after a while the standby is promoted, PgBouncer pointed to it, and a new standby made. */
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
