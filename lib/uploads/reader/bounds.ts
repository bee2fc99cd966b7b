/**
 * Ends this process from within if the process that started it has died and cannot: on too much time, too much memory,
 * or that death itself. A separate thread checks this, since reading may block the main one. Without that thread
 * nothing is read.
 */
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const LOOK_EVERY_MS = 200;

/** The app's own limits act first; these are for when the app is gone. */
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
