import 'server-only';
/** Observes waiting for one's turn: how long it took, as a metric and a span. */
import { timed } from './meters';
import { openSpan } from './spans';

/** `step`: for earlier calls in its step; `server`: for a slot at its server. */
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
