/**
 * What ends this program from within, when whoever started it has died and cannot: its time, its memory, and that death itself.
 * A thread of its own looks, since reading may hold the other one for as long as it goes on. Without it nothing is read.
 */
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const LOOK_EVERY_MS = 200;

/** The app's own limits come first: these are for when there is none. */
const GRACE_MS = 1_000;

interface Bounds {
  parent: number;
  time: number;
  memory: number;
}

/** @param told milliseconds, bytes, and the id of the process that started this one */
export function keepBounds(told: readonly string[]): void {
  const [time, memory, parent] = told;
  const bounds: Bounds = { time: Number(time), memory: Number(memory), parent: Number(parent) };
  if (!Object.values(bounds).every((bound) => bound > 0))
    throw new Error('Time, memory and parent are needed.');
  const watch = new Worker(new URL(import.meta.url), { workerData: bounds });
  watch.once('error', () => process.exit(1));
  watch.unref();
}

function watch({ parent, time, memory }: Bounds): void {
  const began = performance.now();
  setInterval(() => {
    const isOver = performance.now() - began > time + GRACE_MS || process.memoryUsage.rss() > memory;
    if (isOver || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, LOOK_EVERY_MS);
}

if (!isMainThread) watch(workerData);
