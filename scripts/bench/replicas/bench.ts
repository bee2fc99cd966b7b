/**
 * Three processes behind haproxy, on one PostgreSQL behind PgBouncer in transaction mode, under load: a rolling
 * restart, a killed process, a failover of the database, backups. Anything done twice or lost, also in a restored
 * backup, is a fault and ends the run with an error; the rest is printed.
 */
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { figuresOf } from './answers.ts';
import { Backups } from './backups.ts';
import { countAll } from './count.ts';
import { failOver, killOne, rollingRestart } from './events.ts';
import { type Form, type Happened, LONG, SHORT } from './form.ts';
import { type Load, startLoad } from './load.ts';
import { faultsOf, replicasReport } from './report.ts';
import { type Stage, startStage } from './stage.ts';
import { measureWays } from './ways.ts';

/** @param stopped rejects when the process is asked to stop */
export async function benchReplicas(build: string, which = 'short', stopped?: Promise<never>): Promise<void> {
  if (which !== 'short' && which !== 'long') throw new Error('There are two forms: short and long.');
  const form = which === 'long' ? LONG : SHORT;
  let faults: string[] = [];
  const stage = await startStage(build, {});
  try {
    console.log(`${stage.versions}, Node ${process.versions.node}, ${availableParallelism()} cores`);
    console.log(`Load of the machine before: ${loadavg()[0]?.toFixed(1)}\n`);
    faults = await Promise.race([show(stage, form), ...(stopped ? [stopped] : [])]);
  } catch (error) {
    for (const app of stage.apps) console.error(`\nA process said last:\n${app.log.slice(-3_000)}`);
    throw error;
  } finally {
    await stage.stop();
  }
  if (faults.length > 0) throw new Error(`Not as it must be:\n  ${faults.join('\n  ')}`);
}

async function show(stage: Stage, form: Form): Promise<string[]> {
  const load = await startLoad(stage, form.size);
  const backups = new Backups();
  try {
    const happened = await happen(stage, load, form, backups);
    await load.end();
    const counted = await countAll(stage, load);
    const restored = await backups.count(stage);
    const answers = figuresOf(stage.haproxy.answered, happened.failovers);
    console.log(replicasReport({ happened, counted, restored, answers, events: load.events }));
    console.log(`\n${await measureWays(stage)}`);
    return faultsOf({ happened, counted, restored, answers });
  } finally {
    backups.end();
  }
}

async function happen(stage: Stage, load: Load, form: Form, backups: Backups): Promise<Happened> {
  const since = Date.now();
  const happened: Happened = { form, tookMs: 0, restarts: 0, badEnds: 0, kills: 0, failovers: [] };
  const tell = (what: string) => console.log(`  ${Math.round((Date.now() - since) / 1000)} s: ${what}`);
  do {
    await pause(form.restMs);
    tell('a rolling restart');
    const codes = await rollingRestart(stage);
    happened.restarts += codes.length;
    happened.badEnds += codes.filter((code) => code !== 0).length;
    await pause(form.restMs);
    tell('a process is killed');
    await killOne(stage, happened.kills);
    happened.kills += 1;
    tell('a backup is taken');
    await backups.take(stage, load);
    await pause(form.restMs);
    tell('the database fails over');
    happened.failovers.push(await failOver(stage, load));
    await pause(form.restMs);
  } while (Date.now() - since < form.ms);
  happened.tookMs = Date.now() - since;
  return happened;
}
