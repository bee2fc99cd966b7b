/**
 * A program that we started, with everything it starts in turn: it has a process group of its own, gets only a fixed
 * list of our environment variables, is asked to exit before it is killed, and never outlives us. If we are killed, its
 * input closes, at which a server has to exit by itself.
 */
import type { ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as setTimeoutOf } from 'node:timers/promises';
import spawn from 'cross-spawn';
import { ExchangeError } from '@/lib/tools/connection-error';
import { quoted } from '@/lib/values/text';
import type { Program } from '../server-config';
import { programEnvironment } from './environment';
import type { LastWords } from './last-words';

/** How long a program gets after its input was closed, and again after it was asked to exit, in milliseconds. */
const GRACE_MS = 2_000;
/** How long to wait for output that arrives after the program has exited. */
const READING_MS = 500;
const IS_WINDOWS = process.platform === 'win32';

/** All running programs, to be killed if this process exits without having ended them. */
const alive = new Set<Child>();
let isWatching = false;

export class Child {
  private readonly exited: Promise<void>;
  /** Resolves once everyone waiting has been told how it ended. */
  private readonly told: Promise<true>;

  private constructor(
    private readonly process: ChildProcess,
    words: LastWords,
    onGone: (clause: string) => void,
  ) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const told = Promise.withResolvers<true>();
    this.exited = promise;
    this.told = told.promise;
    // Not on "close": a process that it started may keep its output open.
    const read = Promise.all([ended(process.stdout), ended(process.stderr)]);
    process.once('exit', (code, signal) => {
      alive.delete(this);
      // Kills processes that it started and left behind.
      this.signal('SIGKILL');
      resolve();
      // Reads its remaining output first, unless another process keeps the output open.
      const clause = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      void Promise.race([read, setTimeoutOf(READING_MS)]).then(() => {
        words.end();
        onGone(clause);
        told.resolve(true);
      });
    });
  }

  /**
   * Starts a program.
   * @param hear gets what it writes to standard output
   * @param onGone is told once that it has ended, in a clause that follows "The server ..."
   * @throws ExchangeError `not-sent`
   */
  static async start(
    program: Program,
    words: LastWords,
    hear: (chunk: Uint8Array) => void,
    onGone: (clause: string) => void,
  ): Promise<Child> {
    killAllAtExit();
    words.begin();
    const { command, args, env, cwd } = program;
    const started = spawn(command, [...args], {
      env: programEnvironment(env) as NodeJS.ProcessEnv,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A process group of its own: programs are often started by wrappers that do not forward signals.
      detached: !IS_WINDOWS,
      windowsHide: true,
      ...(cwd !== undefined && { cwd }),
    });
    started.stdout?.on('data', hear);
    started.stderr?.on('data', (chunk: Uint8Array) => words.hear(chunk));
    for (const stream of [started.stdin, started.stdout, started.stderr]) stream?.on('error', () => {});
    await new Promise<void>((resolve, reject) => {
      started.once('spawn', resolve);
      started.once('error', (error) => reject(notStarted(command, error)));
    });
    started.on('error', () => {});
    const child = new Child(started, words, onGone);
    alive.add(child);
    void goesFirst(started.pid);
    return child;
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  /**
   * Writes to its standard input. A program that exits closes its input before we know that it exited: then those who
   * wait are told of its exit and its last words, and this resolves.
   * @throws ExchangeError if it cannot take any more input
   */
  async write(text: string): Promise<void> {
    const { stdin } = this.process;
    if (!stdin?.writable) throw new ExchangeError('has ended', 'not-sent', 'ended');
    await new Promise<void>((resolve, reject) => {
      stdin.write(text, (error) => {
        if (!error) return resolve();
        void Promise.race([this.told, setTimeoutOf(2 * READING_MS)]).then((told) => {
          if (told) resolve();
          else reject(new ExchangeError('broke the connection', 'unknown', 'ended'));
        });
      });
    });
  }

  /** Ends it: closes its input, then asks with a signal, then kills. Resolves when it has gone. */
  async end(): Promise<void> {
    this.process.stdin?.end();
    if (await this.leavesWithin(GRACE_MS)) return;
    this.signal('SIGTERM');
    if (await this.leavesWithin(GRACE_MS)) return;
    this.signal('SIGKILL');
    await this.leavesWithin(GRACE_MS);
  }

  signal(name: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.process;
    if (pid === undefined) return;
    try {
      if (IS_WINDOWS) this.process.kill(name);
      else process.kill(-pid, name);
    } catch {
      // It has already gone.
    }
  }

  private leavesWithin(ms: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), ms);
    void this.exited.then(() => resolve(true));
    return promise.finally(() => clearTimeout(timer));
  }
}

/** If memory runs out before we have noticed, the system should kill the program, not us or the database. */
async function goesFirst(pid: number | undefined): Promise<void> {
  if (process.platform !== 'linux' || pid === undefined) return;
  await writeFile(`/proc/${pid}/oom_score_adj`, '900').catch(() => {});
}

function ended(stream: Readable | null): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (!stream || stream.closed) resolve();
  else stream.once('close', () => resolve());
  return promise;
}

function notStarted(command: string, error: Error): ExchangeError {
  const code: unknown = Reflect.get(error, 'code');
  const why = code === 'ENOENT' ? 'there is no such program or folder' : String(code ?? 'unknown reason');
  return new ExchangeError('cannot be started', 'not-sent', undefined, `${quoted(command)}: ${why}`);
}

function killAllAtExit(): void {
  if (isWatching) return;
  isWatching = true;
  process.on('exit', () => {
    for (const child of alive) child.signal('SIGKILL');
  });
}
