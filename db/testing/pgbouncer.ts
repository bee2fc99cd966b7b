/**
 * A PgBouncer in transaction mode in front of a throwaway PostgreSQL, with the files of `ops/pgbouncer`: only paths,
 * ports and the password are filled in. Plain `node` scripts import this file too: only erasable TypeScript here.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { childOptions, freePort } from './throwaway-postgres.ts';

const OPS = join(import.meta.dirname, '../../ops/pgbouncer');
const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];
const PASSWORD = 'of pgbouncer';

/** The program; undefined if it is not installed. */
export const pgBouncer = (): string | undefined => PLACES.find((path) => existsSync(path));

export interface Pooler {
  port: number;
  /** Its output so far. */
  log(): string;
  /** From now on it connects to the PostgreSQL at this port, reconfigured as an operator would. */
  pointTo(port: number): void;
  stop(): Promise<void>;
}

/** Lets PgBouncer look up the login that serves; once per database, by its superuser. */
export async function prepareLookup(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql.unsafe(readFileSync(join(OPS, 'lookup.sql'), 'utf8'));
  await sql.unsafe(`ALTER ROLE pgbouncer PASSWORD '${PASSWORD}'`);
  await sql.end();
}

/**
 * @param to the PostgreSQL, whose database of this name was prepared
 * @throws if it does not start, with its output
 */
export async function startPgBouncer(to: { port: number; database: string }): Promise<Pooler> {
  const program = pgBouncer();
  if (!program) throw new Error('PgBouncer is not installed: apt-get install pgbouncer');
  const folder = mkdtempSync(join(tmpdir(), 'amber-pgbouncer-'));
  const child = childOptions(folder);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(join(folder, 'userlist.txt'), `"pgbouncer" "${PASSWORD}"\n`);
  const configure = (server: number) => writeFileSync(file, settings(folder, port, to.database, server));
  configure(to.port);
  if (child.uid !== undefined) spawnSync('chown', ['-R', `${child.uid}:${child.gid}`, folder]);
  let said = '';
  const running = spawn(program, [file], { ...child, stdio: ['ignore', 'ignore', 'pipe'] });
  running.stderr?.on('data', (text: Buffer) => {
    said = (said + text).slice(-100_000);
  });
  // No child process outlives us.
  process.once('exit', () => running.kill('SIGKILL'));
  const gone = new Promise<void>((resolve) => running.once('exit', () => resolve()));
  while (!(await answers(port))) {
    if (running.exitCode !== null) throw new Error(`PgBouncer did not start: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    log: () => said,
    pointTo(server) {
      configure(server);
      running.kill('SIGHUP');
    },
    async stop() {
      running.kill('SIGQUIT');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The file as it is, with paths of this machine. */
function settings(folder: string, port: number, database: string, server: number): string {
  return readFileSync(join(OPS, 'pgbouncer.ini'), 'utf8')
    .replace(
      /^amber = .*$/m,
      `${database} = host=127.0.0.1 port=${server} dbname=${database} auth_user=pgbouncer`,
    )
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${join(folder, 'userlist.txt')}`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).once('error', () => resolve(false));
  });
}
