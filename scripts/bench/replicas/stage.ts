/**
 * Three processes of Amber behind haproxy, on one PostgreSQL with a standby behind PgBouncer: the installation that is
 * put under load, killed and counted.
 */
import { spawnSync } from 'node:child_process';
import postgres, { type Sql } from 'postgres';
import { type Pooler, prepareLookup, startPgBouncer } from '../../../db/testing/pgbouncer.ts';
import { App } from '../../../e2e/app.ts';
import { Gates } from '../../../e2e/crash/gates.ts';
import { scriptStories, storyTools } from '../../../e2e/crash/story.ts';
import { freePort } from '../../../e2e/program.ts';
import { RecordingMcp } from '../../../e2e/servers/recording-mcp.ts';
import { ScriptedModel } from '../../../e2e/servers/scripted-model.ts';
import { Session } from '../../../e2e/session.ts';
import { ensureProxies } from '../../prepare/debian.mjs';
import { Cluster } from './cluster.ts';
import { type Haproxy, startHaproxy } from './haproxy.ts';

const DATABASE = 'amber';
const OWNER = 'amber';
const PASSWORD = 'of the owner';
/** Longer than two health checks of haproxy. */
const DRAIN_SECONDS = 2;

const ownersUrl = (port: number) =>
  `postgres://${OWNER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${DATABASE}`;

export interface Stage {
  /** Of haproxy: the address that all requests use. */
  url: string;
  apps: App[];
  cluster: Cluster;
  pooler: Pooler;
  haproxy: Haproxy;
  desk: RecordingMcp;
  model: ScriptedModel;
  /** The owner's, directly to the primary. */
  directUrl(): string;
  /** For the superuser, wherever the primary is. */
  sql: Sql;
  versions: string;
  signIn(account: string): Promise<Session>;
  stop(): Promise<void>;
}

/** What has to be ended, in reverse order. */
class Ending {
  private readonly acts: (() => Promise<unknown>)[] = [];

  of(act: () => Promise<unknown>): void {
    this.acts.push(act);
  }

  async all(): Promise<void> {
    for (const act of this.acts.splice(0).reverse()) await act();
  }
}

/** Everything around the processes of Amber. */
interface Around {
  programs: Record<string, string>;
  cluster: Cluster;
  pooler: Pooler;
  haproxy: Haproxy;
  front: number;
  direct: number;
  ports: number[];
}

/** @param settings of the processes, overriding those needed here */
export async function startStage(build: string, settings: Record<string, string>): Promise<Stage> {
  const ending = new Ending();
  try {
    const around = await startAround(ending);
    const { cluster, pooler, haproxy, direct } = around;
    const url = `http://127.0.0.1:${around.front}`;
    const { apps, desk, model } = await startApps(build, url, around, settings, ending);
    const sql = postgres(`postgres://postgres@127.0.0.1:${direct}/${DATABASE}`, {
      max: 2,
      onnotice: () => {},
    });
    ending.of(async () => {
      await sql.end({ timeout: 1 });
      for (const app of apps) await app.sql.end({ timeout: 1 });
    });
    const signIn = (account: string) => Session.open(url, account);
    const versions = await versionsOf(around.programs, cluster);
    return {
      url,
      apps,
      cluster,
      pooler,
      haproxy,
      desk,
      model,
      sql,
      versions,
      signIn,
      directUrl: () => ownersUrl(cluster.port),
      stop: () => ending.all(),
    };
  } catch (error) {
    await ending.all();
    throw error;
  }
}

async function startAround(ending: Ending): Promise<Around> {
  const programs = await ensureProxies();
  const cluster = await Cluster.start();
  ending.of(() => cluster.stop());
  await makeDatabase(cluster);
  const pooler = await startPgBouncer({ port: cluster.port, database: DATABASE });
  ending.of(() => pooler.stop());
  const [front = 0, direct = 0, ...ports] = await Promise.all(Array.from({ length: 5 }, freePort));
  const haproxy = await startHaproxy(programs.haproxy, placesOf(cluster, front, direct, ports));
  ending.of(() => haproxy.stop());
  return { programs, cluster, pooler, haproxy, front, direct, ports };
}

async function startApps(
  build: string,
  url: string,
  { pooler, direct, ports }: Around,
  settings: Record<string, string>,
  ending: Ending,
): Promise<Pick<Stage, 'apps' | 'desk' | 'model'>> {
  const model = await ScriptedModel.start();
  const gates = new Gates();
  scriptStories(model, gates);
  const desk = await RecordingMcp.start(storyTools(gates));
  ending.of(async () => Promise.all([model.close(), desk.close()]));
  // For the rows read by the apps' own helper: through haproxy, so that it follows the primary as well.
  process.env.TEST_DATABASE_URL = `postgres://postgres@127.0.0.1:${direct}/postgres`;
  const env = {
    AMBER_URL: url,
    DATABASE_URL: ownersUrl(pooler.port),
    DATABASE_DIRECT_URL: ownersUrl(direct),
    AMBER_PREPARE: '0',
    AMBER_DRAIN_SECONDS: String(DRAIN_SECONDS),
    ...settings,
  };
  const servers = { desk: { type: 'http', url: desk.url, trusted: true, maxConcurrency: 16 } };
  const options = { build, modelUrl: model.url, servers, env: { ...env, PORT: String(ports[0]) } };
  const first = await App.on(DATABASE, options);
  const apps = [first];
  ending.of(async () => {
    for (const app of apps) await app.kill();
  });
  for (const port of ports.slice(1)) apps.push(await first.another({ PORT: String(port) }));
  return { apps, desk, model };
}

async function makeDatabase(cluster: Cluster): Promise<void> {
  const sql = postgres(cluster.url(), { max: 1, onnotice: () => {} });
  // An owner who is not a superuser, as at a database provider.
  await sql.unsafe(`create role ${OWNER} login createrole password '${PASSWORD}'`);
  await sql.unsafe(`create database ${DATABASE} owner ${OWNER}`);
  await sql.end();
  await prepareLookup(cluster.url(DATABASE));
}

function placesOf(cluster: Cluster, front: number, direct: number, ports: number[]): Record<string, string> {
  const here = (port: number | undefined) => `127.0.0.1:${port}`;
  const [first, second] = cluster.ports;
  return {
    AMBER_BIND: here(front),
    AMBER_A: here(ports[0]),
    AMBER_B: here(ports[1]),
    AMBER_C: here(ports[2]),
    POSTGRESQL_BIND: here(direct),
    POSTGRESQL_FIRST: here(first),
    POSTGRESQL_SECOND: here(second),
  };
}

async function versionsOf(programs: Record<string, string>, cluster: Cluster): Promise<string> {
  const said = (program: string | undefined, flag: string) =>
    /\d+\.\d+(?:\.\d+)?/.exec(String(spawnSync(program ?? '', [flag]).stdout))?.[0] ?? 'unknown';
  return `haproxy ${said(programs.haproxy, '-v')}, PgBouncer ${said(programs.pgbouncer, '--version')}, PostgreSQL ${await cluster.version()}`;
}
