/**
 * A Valkey, or Debian's Redis, of our own for tests and benchmarks: it persists nothing and requires a password. Plain
 * `node` scripts import this file too: only erasable TypeScript here.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childOptions, freePort } from './throwaway-postgres.ts';

const PLACES = ['valkey-server', 'redis-server'].flatMap((name) => [
  `/usr/bin/${name}`,
  `/usr/local/bin/${name}`,
]);
const PASSWORD = 'of-the-valkey';

/** The program; undefined if it is not installed. */
export const valkeyServer = (): string | undefined => PLACES.find((path) => existsSync(path));

export interface ValkeyServer {
  url: string;
  password: string;
  port: number;
  /** The process that currently serves. */
  pid(): number;
  /** Like a machine failure. */
  kill(): Promise<void>;
  /** Serves again at the same address. @param more additional settings, as on the command line */
  start(...more: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** @throws if it does not start, with its output */
export async function startValkey(): Promise<ValkeyServer> {
  const program = valkeyServer();
  if (!program) throw new Error('There is no Valkey or Redis: apt-get install redis-server');
  const folder = mkdtempSync(join(tmpdir(), 'amber-valkey-'));
  const child = childOptions(folder);
  const port = await freePort();
  let running: ChildProcess | undefined;
  // Not among the arguments, which everybody on the machine can see.
  const file = join(folder, 'valkey.conf');
  writeFileSync(
    file,
    `bind 127.0.0.1\nport ${port}\ndir ${folder}\nsave ""\nappendonly no\nrequirepass ${PASSWORD}\n`,
  );
  // No child process outlives us.
  process.once('exit', () => running?.kill('SIGKILL'));
  const server = {
    url: `redis://:${PASSWORD}@127.0.0.1:${port}`,
    password: PASSWORD,
    port,
    pid: () => running?.pid ?? 0,
    async kill() {
      if (running?.exitCode !== null || running.signalCode !== null) return;
      const gone = new Promise((resolve) => running?.once('exit', resolve));
      running.kill('SIGKILL');
      await gone;
    },
    async start(...more: string[]) {
      running = spawn(program, [file, ...more], { ...child, stdio: ['ignore', 'pipe', 'ignore'] });
      await untilReady(running);
    },
    async stop() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout?.on('data', (text: Buffer) => {
      if (said.length < 10_000) said += text;
      if (/ready to accept connections/i.test(said)) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`It did not start: ${said}`)));
  });
}
