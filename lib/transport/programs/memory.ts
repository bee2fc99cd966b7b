/**
 * How much memory programs take, with everything they have started: read from /proc where it exists. Only private
 * memory counts, since sixty of them may share their code.
 */
import { readdir, readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';

/** Bytes by the process id that was asked for; nothing if it cannot be measured. */
export type MeasureMemory = (pids: readonly number[]) => Promise<ReadonlyMap<number, number> | undefined>;

interface Process {
  pid: number;
  parent: number;
  session: number;
  bytes: number;
}

/** Parallel reads: a machine may have thousands of processes. */
const READS = 64;
const KB = 1024;
/** The share of the memory that the machine, or the container, has. */
const PROGRAMS_SHARE = 0.4;
const LEAST_BYTES = 256 * KB * KB;

/** The default limit for all programs together, in bytes. */
export function usualBudget(): number {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.max(LEAST_BYTES, Math.floor(memory * PROGRAMS_SHARE));
}

/**
 * The memory of these programs and their descendants, in bytes. A descendant is any process that has one of them as an
 * ancestor or belongs to its session; each program must lead a session of its own.
 */
export async function measureMemory(
  pids: readonly number[],
): Promise<ReadonlyMap<number, number> | undefined> {
  if (process.platform !== 'linux') return undefined;
  const all = await allProcesses();
  if (!all) return undefined;
  const byId = new Map(all.map((one) => [one.pid, one]));
  const total = new Map(pids.map((pid) => [pid, 0]));
  for (const one of all) {
    const root = rootOf(one, byId, total);
    if (root !== undefined) total.set(root, (total.get(root) ?? 0) + one.bytes);
  }
  return total;
}

function rootOf(
  process: Process,
  byId: ReadonlyMap<number, Process>,
  roots: ReadonlyMap<number, number>,
): number | undefined {
  if (roots.has(process.session)) return process.session;
  const seen = new Set<number>();
  for (let at: Process | undefined = process; at && !seen.has(at.pid); at = byId.get(at.parent)) {
    if (roots.has(at.pid)) return at.pid;
    seen.add(at.pid);
  }
  return undefined;
}

async function allProcesses(): Promise<Process[] | undefined> {
  const names = await readdir('/proc').catch(() => undefined);
  const pids = names?.filter((name) => /^[0-9]+$/.test(name));
  if (!pids) return undefined;
  const found: Process[] = [];
  for (let from = 0; from < pids.length; from += READS) {
    const some = await Promise.all(pids.slice(from, from + READS).map(readProcess));
    found.push(...some.filter((one) => one !== undefined));
  }
  return found;
}

async function readProcess(pid: string): Promise<Process | undefined> {
  // It may have exited meanwhile.
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => undefined);
  if (status === undefined) return undefined;
  const field = (name: string) => Number(new RegExp(`^${name}:\\s*([0-9]+)`, 'm').exec(status)?.[1] ?? 0);
  const kilobytes = field('RssAnon') + field('RssShmem') + field('VmSwap');
  return { pid: Number(pid), parent: field('PPid'), session: field('NSsid'), bytes: kilobytes * KB };
}
