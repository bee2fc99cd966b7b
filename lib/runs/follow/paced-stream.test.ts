/** The cost of a client that does not read: one chunk, and nothing of what follows. */
import { describe, expect, it } from 'vitest';
import { pacedStream } from './paced-stream';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Counts upwards, one number per read, up to a limit. */
function counter(upTo: { value: number }) {
  const seen = { taken: 0, closed: 0 };
  const stream = pacedStream({
    take: () => ({ text: seen.taken < upTo.value ? `${++seen.taken} ` : '', isOver: seen.taken === 5 }),
    closed: () => {
      seen.closed += 1;
    },
  });
  return { ...stream, seen };
}

describe('a paced stream', () => {
  it('takes no more than one piece ahead of a client that does not read', async () => {
    const upTo = { value: 1 };
    const { body, wake, seen } = counter(upTo);
    for (upTo.value = 2; upTo.value < 5; upTo.value++) {
      wake();
      await nextTurn();
      await nextTurn();
    }
    expect(seen.taken).toBeLessThanOrEqual(1);
    upTo.value = 5;
    wake();
    expect(await new Response(body).text()).toBe('1 2 3 4 5 ');
    expect(seen.closed).toBe(1);
  });

  it('waits for what comes and ends with it', async () => {
    const upTo = { value: 0 };
    const { body, wake, seen } = counter(upTo);
    const text = new Response(body).text();
    await nextTurn();
    expect(seen.taken).toBe(0);
    upTo.value = 5;
    wake();
    expect(await text).toBe('1 2 3 4 5 ');
  });

  it('tells once that the client went away, also while it waits', async () => {
    const { body, wake, seen } = counter({ value: 0 });
    await nextTurn();
    await body.cancel();
    wake();
    await nextTurn();
    expect(seen).toEqual({ taken: 0, closed: 1 });
  });
});
