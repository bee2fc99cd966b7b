import 'server-only';
/** Waiting for one's turn, seen as what it is: how long it took, and a span where somebody is told. */
import { timed } from './meters';
import { openSpan } from './spans';

/** `step`: for the calls before it in its step; `server`: for a place at its server. */
export async function seenWait<Result>(
  queue: 'step' | 'server',
  wait: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  const span = openSpan(`wait for ${queue}`, { attributes: { 'amber.queue': queue } });
  try {
    return await wait();
  } finally {
    span?.end();
    timed('amber_queue_seconds', { queue }, performance.now() - startedAt);
  }
}
