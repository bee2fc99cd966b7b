/**
 * A PostgreSQL and its standby, which accepts no logins until it is promoted. The standby has everything that the
 * primary acknowledges (`synchronous_standby_names`), so that nothing is lost when the primary is cut off.
 */
import { type ChildProcess, type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import {
  childOptions,
  findBinaries,
  freePort,
  reachableBinaries,
} from '../../../db/testing/throwaway-postgres.ts';

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'hot_standby=off',
];
/** The superuser and replication need no password; everybody else does, including the pooler's logins. */
const HBA = ['all postgres', 'replication postgres'].map((who) => `host ${who} 127.0.0.1/32 trust`);
const EVERYBODY = 'host all all 127.0.0.1/32 scram-sha-256';
const START_MS = 60_000;

interface Server {
  port: number;
  folder: string;
  process: ChildProcess | undefined;
}

export class Cluster {
  private readonly child: SpawnSyncOptions;
  private readonly binaries: string;
  private readonly folder: string;
  private primary: Server;
  private standby: Server;

  private constructor(folder: string, binaries: string, child: SpawnSyncOptions, ports: [number, number]) {
    this.folder = folder;
    this.binaries = binaries;
    this.child = child;
    this.primary = { port: ports[0], folder: join(folder, 'first'), process: undefined };
    this.standby = { port: ports[1], folder: join(folder, 'second'), process: undefined };
  }

  static async start(): Promise<Cluster> {
    const found = await findBinaries();
    const folder = mkdtempSync(join(tmpdir(), 'amber-replicas-'));
    const child = childOptions(folder);
    const ports: [number, number] = [await freePort(), await freePort()];
    const cluster = new Cluster(folder, reachableBinaries(found.folder, folder, child), child, ports);
    const { primary } = cluster;
    const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
    cluster.run('initdb', ['-D', primary.folder, ...options]);
    writeFileSync(join(primary.folder, 'pg_hba.conf'), `${[...HBA, EVERYBODY].join('\n')}\n`);
    appendFileSync(
      join(primary.folder, 'postgresql.conf'),
      SETTINGS.map((line) => line.replace('=', " = '").concat("'\n")).join(''),
    );
    await cluster.serve(primary);
    await cluster.addStandby();
    return cluster;
  }

  /** Of the one that currently accepts logins. */
  get port(): number {
    return this.primary.port;
  }

  /** Of both, in a fixed order. */
  get ports(): [number, number] {
    const [first, second] = [this.primary, this.standby].sort((a, b) => (a.folder < b.folder ? -1 : 1));
    return [first?.port ?? 0, second?.port ?? 0];
  }

  /** For the superuser. */
  url(database = 'postgres', port = this.port): string {
    return `postgres://postgres@127.0.0.1:${port}/${database}`;
  }

  async version(): Promise<string> {
    return this.asked(async (sql) => String((await sql`show server_version`)[0]?.server_version));
  }

  /** Kills the primary, like a power cut. */
  async cutOff(): Promise<void> {
    const { process: running } = this.primary;
    const gone = new Promise((resolve) => running?.once('exit', resolve));
    running?.kill('SIGQUIT');
    await gone;
    this.primary.process = undefined;
  }

  /** Makes the standby the primary. */
  async promote(): Promise<void> {
    [this.primary, this.standby] = [this.standby, this.primary];
    this.run('pg_ctl', ['promote', '-D', this.primary.folder]);
    await this.answers(this.primary);
  }

  /** Creates a new standby of the primary, replacing the one that was cut off. */
  async addStandby(): Promise<void> {
    const { primary, standby } = this;
    rmSync(standby.folder, { recursive: true, force: true });
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'];
    await this.runBeside('pg_basebackup', [
      ...from,
      '-D',
      standby.folder,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
    ]);
    standby.process = this.spawn(standby);
    await this.asked(async (sql) => {
      const until = Date.now() + START_MS;
      const isThere = async () =>
        (await sql`select 1 from pg_stat_replication where state = 'streaming'`).length > 0;
      while (!(await isThere())) {
        if (Date.now() > until) throw new Error('The standby does not follow.');
        await pause(100);
      }
      await sql`alter system set synchronous_standby_names = '*'`;
      await sql`select pg_reload_conf()`;
    });
  }

  async stop(): Promise<void> {
    for (const { process: running } of [this.primary, this.standby]) {
      if (!running || running.exitCode !== null || running.signalCode !== null) continue;
      const gone = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGQUIT');
      await gone;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async serve(server: Server): Promise<void> {
    server.process = this.spawn(server);
    await this.answers(server);
  }

  /** Removes the leftovers of a previous server process in this folder. */
  private spawn({ folder, port }: Server): ChildProcess {
    rmSync(join(folder, 'postmaster.pid'), { force: true });
    const args = ['-D', folder, '-p', String(port)];
    const running = spawn(join(this.binaries, 'postgres'), args, { ...this.child, stdio: 'ignore' });
    // No child process outlives us.
    process.once('exit', () => running.kill('SIGQUIT'));
    return running;
  }

  private async answers({ port }: Server): Promise<void> {
    const until = Date.now() + START_MS;
    for (;;) {
      const sql = postgres(this.url('postgres', port), { max: 1, onnotice: () => {} });
      const isThere = await sql`select 1`.then(Boolean, () => false);
      await sql.end({ timeout: 1 });
      if (isThere) return;
      if (Date.now() > until) throw new Error(`PostgreSQL at ${port} does not answer.`);
      await pause(50);
    }
  }

  private async asked<Result>(task: (sql: Sql) => Promise<Result>): Promise<Result> {
    const sql = postgres(this.url(), { max: 1, onnotice: () => {} });
    try {
      return await task(sql);
    } finally {
      await sql.end();
    }
  }

  private run(program: string, args: string[]): void {
    const ran = spawnSync(join(this.binaries, program), args, this.child);
    if (ran.status !== 0) throw new Error(`${program} failed: ${ran.error?.message ?? ran.stderr}`);
  }

  /** The same without blocking this process. */
  private runBeside(program: string, args: string[]): Promise<void> {
    const running = spawn(join(this.binaries, program), args, {
      ...this.child,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    running.stderr?.on('data', (text: Buffer) => {
      said += text;
    });
    return new Promise((resolve, reject) => {
      running.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`${program} failed: ${said}`)),
      );
    });
  }
}
