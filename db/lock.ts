/**
 * A lock on the embedded database's folder: PGlite has none, and two processes would silently overwrite each
 * other's writes. The lock also records the holder's start time, in case its process id was reused since.
 */
import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

interface Holder {
  pid?: number;
  start?: string;
}

/** No process takes longer than this to check the lock and take it; one that does has died while doing so. */
const TAKING_MS = 5000;

/** Takes the lock and returns the function that releases it. Throws when a running process holds it. */
export function lockFolder(folder: string): () => void {
  const file = lockFile(folder);
  return oneAtATime(`${file}.taking`, () => {
    const holder = readHolder(file);
    if (isAlive(holder)) {
      throw new Error(
        `The data folder ${dirname(folder)} is in use by process ${holder.pid}. Stop that process, give this ` +
          'one another folder with AMBER_DATA_DIR, or set DATABASE_URL to a PostgreSQL server.',
      );
    }
    return take(file);
  });
}

/** The running process that holds the lock. */
export function holderOf(folder: string): number | undefined {
  const holder = readHolder(lockFile(folder));
  return isAlive(holder) ? holder.pid : undefined;
}

function lockFile(folder: string): string {
  return join(dirname(folder), `.${basename(folder)}.lock`);
}

/** Finding a lock stale and replacing it must be one step, or two processes that start together could both take it. */
function oneAtATime<Result>(turn: string, act: () => Result): Result {
  while (!isMade(turn)) {
    if (ageOf(turn) > TAKING_MS) rmSync(turn, { recursive: true, force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
  try {
    return act();
  } finally {
    rmdirSync(turn);
  }
}

function isMade(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function ageOf(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}

function take(file: string): () => void {
  writeFileSync(file, JSON.stringify({ pid: process.pid, start: startTimeOf(process.pid) }));
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  return () => {
    process.off('exit', release);
    release();
  };
}

function readHolder(file: string): Holder {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return {};
  }
}

function isAlive({ pid, start }: Holder): boolean {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !start || startTimeOf(pid) === start;
}

/** Field 22 of /proc/PID/stat; empty where there is no such file, and then only the process id is compared. */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
