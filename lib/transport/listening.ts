/**
 * Listens to what a server sends without having been asked: that its tools have changed, or a question during a call.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transport } from './transport';

/** The shortest and the longest pause between two attempts, in milliseconds. */
const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
/** Gives up on a server that ends each such stream at once. */
const MOST_TRIES = 10;

/** Listens until the signal is aborted, and starts again whenever the server ends the stream. Never rejects. */
export async function keepListening(transport: Transport, signal: AbortSignal): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES && !signal.aborted; tries++) {
    const began = Date.now();
    const isSpoken = await transport.listen(signal).catch(() => true);
    if (!isSpoken) return;
    if (Date.now() - began > LONGEST_MS) tries = 0;
    const pause = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries);
    await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
  }
}
