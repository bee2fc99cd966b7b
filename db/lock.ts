/**
 * A lock on the embedded database's folder: PGlite has none, and two processes would silently lose each
 * other's writes. The start time of the holder guards against a process id that was given out again.
 */
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

interface Holder {
  pid?: number;
  start?: string;
}

/** Takes the lock and returns what gives it back. Throws when a living process holds it. */
export function lockFolder(folder: string): () => void {
  const file = join(dirname(folder), `.${basename(folder)}.lock`);
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      return take(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = readHolder(file);
      if (holder.pid && isAlive(holder)) {
        throw new Error(
          `The data folder ${dirname(folder)} is in use by process ${holder.pid}. Stop that process, give this ` +
            'one another folder with AMBER_DATA_DIR, or set DATABASE_URL to a PostgreSQL server.',
        );
      }
      rmSync(file, { force: true });
    }
  }
  throw new Error(`The data folder ${dirname(folder)} cannot be locked: ${file} appears again and again.`);
}

function take(file: string): () => void {
  const descriptor = openSync(file, 'wx');
  writeSync(descriptor, JSON.stringify({ pid: process.pid, start: startTimeOf(process.pid) }));
  closeSync(descriptor);
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
  if (!pid || pid === process.pid) return pid === process.pid && start === startTimeOf(pid);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !start || startTimeOf(pid) === start;
}

/** Field 22 of /proc/PID/stat; empty where there is no such file, and then only the process id counts. */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
