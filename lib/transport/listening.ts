/** What a server says when nobody has asked: that its tools have changed, or a question in the middle of a call. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transport } from './transport';

/** The first and the longest time between two tries, in milliseconds. */
const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
/** A server that ends every such stream at once is not asked for ever. */
const MOST_TRIES = 10;

/** Listens, and again when the server ends it, until the signal is aborted. Never rejects. */
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
