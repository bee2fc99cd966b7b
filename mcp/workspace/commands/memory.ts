/** Measures the memory of a room's processes where no cgroup does. */
import { readFile } from 'node:fs/promises';
import { childrenOf } from './processes';

const EVERY_MS = 100;
/**
 * Memory that no process has mapped is not counted, so the room also ends when less than this share of the machine's
 * memory is available.
 */
const LEAST_LEFT = 1 / 16;

/**
 * Calls `end` when the process and all its descendants hold more, or the machine runs short.
 * @returns ends the watch
 */
export function watchMemory(pid: number, mostMb: number, end: () => void): () => void {
  let isOver = false;
  const look = async () => {
    const [held, isShort] = await Promise.all([heldBy(pid), isMachineShort()]);
    if (isOver) return;
    if (held > mostMb * 1024 || isShort) return end();
    timer = setTimeout(look, EVERY_MS).unref();
  };
  let timer = setTimeout(look, EVERY_MS).unref();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** In kB, descendants included. */
async function heldBy(pid: number): Promise<number> {
  const below = await childrenOf(pid);
  const [own, ...others] = await Promise.all([residentOf(pid), ...below.map(heldBy)]);
  return others.reduce((sum, one) => sum + one, own);
}

async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
}

async function isMachineShort(): Promise<boolean> {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '');
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN);
  return of('MemAvailable') < of('MemTotal') * LEAST_LEFT;
}
