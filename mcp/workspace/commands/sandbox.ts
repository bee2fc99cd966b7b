/**
 * Runs one command in a sandbox: it sees the workspace, /usr and Node, and nothing else of the machine; what it writes
 * goes to a layer in memory. When it ends, so does everything it started. Linux only; see `namespaces.ts` for how.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hiddenIn } from './hidden';
import type { Limits } from './limits';
import { newBase, nodeFolder, noexecMounts } from './machine';
import { watchMemory } from './memory';
import {
  ENTRY,
  ENVIRONMENT,
  firstTable,
  HOLDER,
  idMap,
  inner,
  type Room,
  secondTable,
  UNSHARE,
} from './namespaces';
import { firstWithin } from './processes';
import { Collected, type LayerRecord, recordsOf, SandboxError } from './told';

/** Making and reading a room may take this long beside the command itself, in milliseconds. */
const AROUND_MS = 30_000;
/** Whether the command runs by now. */
const LOOKS_EVERY_MS = 20;
const MAX_REPORT = 64_000_000;

/** Why a command was ended. */
export type Ended = 'time' | 'memory' | 'aborted';

export interface Left {
  exit: number;
  stdout: string;
  stderr: string;
  /** More was written than is given. */
  isCut: boolean;
  /** Of each thing in the layer: kind, mode, what a link says, path from the workspace; parents first. */
  records: LayerRecord[];
  /** The folder of the layer, and the workspace as the command left it; readable until `read` is done. */
  upper: string;
  merged: string;
}
export { SandboxError };
export class EndedError extends Error {
  readonly why: Ended;
  readonly stdout: string;
  readonly stderr: string;
  constructor(why: Ended, stdout = '', stderr = '') {
    super(WORDS[why]);
    this.why = why;
    this.stdout = stdout;
    this.stderr = stderr;
  }
}
const WORDS: Record<Ended, string> = {
  time: 'The command took too long and was ended.',
  memory: 'The command took too much memory and was ended.',
  aborted: 'aborted',
};

/** Of a command that runs for longer than its caller waits. */
export interface Follow {
  /** It runs; `finish` ends all that it started, and what that has left is read as if it had ended by itself. */
  onStarted(finish: () => void): void;
  onOutput(chunk: Buffer): void;
}

const alive = new Set<ChildProcess>();
let isWatching = false;

/**
 * Runs the command, and gives what it left to `read`; with that the room ends.
 * @throws SandboxError where no such room can be made, EndedError for a command that was ended
 */
export async function inSandbox<Result>(
  command: string,
  place: { workspace: string; denied: readonly string[]; beside: readonly string[] },
  limits: Limits,
  signal: AbortSignal,
  read: (left: Left) => Promise<Result>,
  follow?: Follow,
): Promise<Result> {
  if (process.platform !== 'linux') throw new SandboxError('only Linux has the namespaces that it takes');
  if (signal.aborted) throw new EndedError('aborted');
  const workspace = await realpath(place.workspace);
  const base = await newBase();
  const over = new AbortController();
  const node = nodeFolder();
  const room: Room = { base, workspace, beside: place.beside, ...(node && { node }) };
  // The longest of all in a large folder: what does not depend on it goes on beside it.
  const furnished = furnish(room, place.denied, AbortSignal.any([signal, over.signal]));
  furnished.catch(() => {});
  try {
    await writeFile(join(base, 'first'), firstTable(room, limits));
    const session = new Session(command, room, limits, follow);
    return await session.run(signal, furnished, read);
  } finally {
    over.abort();
    await furnished.catch(() => {});
    await rm(base, { recursive: true, force: true });
  }
}

/** Says what is to be in the room, once it is known what no command sees. */
async function furnish(room: Room, denied: readonly string[], signal: AbortSignal): Promise<void> {
  const [hidden, isNoexec] = await Promise.all([hiddenIn(room.workspace, denied, signal), noexecMounts()]);
  await writeFile(join(room.base, 'second'), secondTable(room, hidden, existsSync, isNoexec));
}

class Session {
  private readonly child: ChildProcess;
  private readonly stdout: Collected;
  private readonly stderr: Collected;
  private readonly gone = Promise.withResolvers<never>();
  private why: Ended | undefined;
  private report = Buffer.alloc(0);
  private onReport: () => void = () => {};
  private readonly room: Room;
  private readonly limits: Limits;
  private readonly follow: Follow | undefined;
  /** The command has ended. */
  private isOver = false;
  /** What is said is the command's own, and not the room's of its end. */
  private isHeard = true;

  constructor(command: string, room: Room, limits: Limits, follow?: Follow) {
    this.room = room;
    this.limits = limits;
    this.follow = follow;
    killAllAtExit();
    const uid = process.getuid?.() ?? 0;
    const isRoot = uid === 0;
    this.child = spawn(
      'unshare',
      [
        ...[...UNSHARE, 'bash', '--norc', '--noprofile', '-c', ENTRY, 'entry'],
        ...[isRoot ? '--clear-groups' : '--keep-groups', HOLDER],
        ...[room.base, room.workspace, inner(limits), command],
        ...[String(uid), String(process.getgid?.() ?? 0), isRoot ? '1' : '0'],
      ],
      {
        cwd: '/',
        env: ENVIRONMENT as NodeJS.ProcessEnv,
        stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
        detached: true,
      },
    );
    alive.add(this.child);
    this.gone.promise.catch(() => {});
    this.child.once('error', (error) => this.gone.reject(new SandboxError(error.message)));
    this.child.once('close', () => {
      alive.delete(this.child);
      this.isOver = true;
      this.gone.reject(this.endedBy());
      this.onReport();
    });
    this.child.stdin?.on('error', () => {});
    this.stdout = new Collected(this.child.stdout, limits.outputBytes);
    this.stderr = new Collected(this.child.stderr, limits.outputBytes);
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => this.isHeard && follow?.onOutput(chunk));
    this.child.stdio[3]?.on('data', (chunk: Buffer) => {
      this.report = Buffer.concat([this.report, chunk]);
      if (this.report.length > MAX_REPORT) this.end('memory');
      this.onReport();
    });
  }

  async run<Result>(
    signal: AbortSignal,
    furnished: Promise<void>,
    read: (left: Left) => Promise<Result>,
  ): Promise<Result> {
    const onAbort = () => this.end('aborted');
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    const timer = setTimeout(() => this.end('time'), this.limits.timeMs + AROUND_MS);
    let stopWatching = () => {};
    try {
      const holder = await this.entered(furnished);
      stopWatching = watchMemory(holder, this.limits.memoryMb, () => this.end('memory'));
      const own = setTimeout(() => this.end('time'), this.limits.timeMs);
      if (this.follow) void this.tellStarted(holder, this.follow);
      const exit = await this.told(/^exit (\d+)\n/).finally(() => clearTimeout(own));
      this.isOver = true;
      const records = recordsOf((await this.told(/^([\s\S]*)END$/, 'latin1')) ?? '');
      this.isHeard = false;
      const root = `/proc/${holder}/root${this.room.base}`;
      return await read({
        exit: Number(exit),
        stdout: this.stdout.text(),
        stderr: this.stderr.text(),
        isCut: this.stdout.isCut || this.stderr.isCut,
        records,
        upper: `${root}/layer/upper`,
        merged: `${root}/room${this.room.workspace}`,
      });
    } finally {
      clearTimeout(timer);
      stopWatching();
      signal.removeEventListener('abort', onAbort);
      this.kill();
      await this.gone.promise.catch(() => {});
    }
  }

  /** @returns the number of the room's first process, as this process sees it */
  private async entered(furnished: Promise<void>): Promise<number> {
    const holder = Number(await this.told(/^(\d+)\n/));
    const { pid } = this.child;
    const { getuid, getgid } = process;
    if (pid === undefined || !getuid || !getgid) throw new SandboxError('it could not be started');
    const isRoot = getuid() === 0;
    try {
      if (!isRoot) await writeFile(`/proc/${pid}/setgroups`, 'deny');
      await writeFile(`/proc/${pid}/uid_map`, idMap(getuid()));
      await writeFile(`/proc/${pid}/gid_map`, idMap(isRoot ? 0 : getgid()));
    } catch (error) {
      if (this.why) throw this.endedBy();
      throw new SandboxError(`users cannot be mapped: ${(error as Error).message}`);
    }
    this.child.stdin?.write('go\n');
    await Promise.race([furnished, this.gone.promise]).catch((error: unknown) => {
      throw this.why ? this.endedBy() : error;
    });
    this.child.stdin?.write('ready\n');
    return holder;
  }

  private async tellStarted(holder: number, follow: Follow): Promise<void> {
    while (!this.isOver) {
      if ((await firstWithin(holder)) !== undefined) return follow.onStarted(() => void this.finish(holder));
      await pause(LOOKS_EVERY_MS);
    }
  }

  /** With the first process of their namespace all others end; the room stays until it has been read. */
  private async finish(holder: number): Promise<void> {
    const first = await firstWithin(holder);
    if (first === undefined || this.isOver) return;
    this.isHeard = false;
    try {
      process.kill(first, 'SIGKILL');
    } catch {
      // It has ended just now.
    }
  }

  /** Takes what the pattern matches from the start of the report. */
  private async told(pattern: RegExp, encoding: 'latin1' = 'latin1'): Promise<string | undefined> {
    for (;;) {
      const found = pattern.exec(this.report.toString(encoding));
      if (found) {
        this.report = this.report.subarray(found[0].length);
        return found[1];
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      this.onReport = resolve;
      await Promise.race([promise, this.gone.promise]);
    }
  }

  private end(why: Ended): void {
    this.why ??= why;
    this.kill();
  }

  /** The room's first process dies with `unshare`, and with it all others. */
  private kill(): void {
    this.child.kill('SIGKILL');
  }

  private endedBy(): Error {
    if (this.why) return new EndedError(this.why, this.stdout.text(), this.stderr.text());
    return new SandboxError(this.stderr.text().trim().slice(0, 500) || 'the room could not be made');
  }
}

function killAllAtExit(): void {
  if (isWatching) return;
  isWatching = true;
  process.on('exit', () => {
    for (const child of alive) child.kill('SIGKILL');
  });
}
