/** A call may continue while it is heard of, and no longer than its total limit. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callLimits } from '@/lib/tools/limits';
import { CallClock } from './call-clock';
import { failureOf, NEVER, setUp, toolNamed } from './testing/connections';
import { LONG_SERVERS, type Long } from './testing/long-servers';

const { start, connect } = setUp();

async function working(way: string, limits: Parameters<(typeof LONG_SERVERS)[string]>[0]) {
  const server = await start((LONG_SERVERS[way] as (typeof LONG_SERVERS)[string])(limits));
  const connections = connect([server.config]);
  // The silence limit applies to the listing as well, and a program may take longer to start.
  const tool = await vi.waitFor(async () => toolNamed(await connections.list(), 'work'), { timeout: 50_000 });
  const sending = () => ({ callId: 'c', onSend: () => {}, onProgress: () => {}, onHeard: vi.fn() });
  const call = (long: Long, signal = NEVER, sent = sending()) => connections.call(tool, long, signal, sent);
  return { call, sending };
}

/** Far longer than the permitted silence. */
const LONG: Long = { says: 'progress', everyMs: 200, times: 30 };
const FOREVER: Long = { says: 'progress', everyMs: 50, times: 0 };

/** All transports at once, since each only waits; a failure says which one it was. */
async function everyWay(test: (way: string) => Promise<void>): Promise<void> {
  const ways = Object.keys(LONG_SERVERS);
  expect(ways.length).toBeGreaterThan(1);
  const ends = await Promise.allSettled(ways.map(test));
  for (const [nth, end] of ends.entries())
    if (end.status === 'rejected') throw new Error(`(${ways[nth]})`, { cause: end.reason });
}

describe('a call, each way', () => {
  it.each(['progress', 'log'] as const)('goes on past the silence while its %s is heard', (says) =>
    everyWay(async (way) => {
      const { call, sending } = await working(way, { timeoutMs: 5_000 });
      const sent = sending();
      expect(await call({ ...LONG, says }, NEVER, sent)).toMatchObject({ isError: false, text: 'done' });
      expect(sent.onHeard).toHaveBeenCalledTimes(LONG.times);
    }),
  );

  it('that says nothing ends when the silence does, and may have taken effect', () =>
    everyWay(async (way) => {
      const { call } = await working(way, { timeoutMs: 500 });
      const error = await failureOf(call({ ...FOREVER, says: 'nothing' }));
      expect(error.message).toContain('said nothing of it for 0.5 s. Whether it took effect is not known.');
      expect(error.delivery).toBe('unknown');
      expect(error.message).toContain('did not answer the call of');
      expect(error.message).not.toContain('failed');
    }));

  it.each(['ping', 'comment'] as const)('is not kept by a %s', (says) =>
    everyWay(async (way) => {
      const { call } = await working(way, { timeoutMs: 500 });
      expect((await failureOf(call({ ...FOREVER, says }))).message).toContain('said nothing of it for 0.5 s');
    }),
  );

  it('that is heard for ever ends when its time in all does', () =>
    everyWay(async (way) => {
      const { call, sending } = await working(way, { timeoutMs: 30_000, totalTimeoutMs: 1_000 });
      const sent = sending();
      const error = await failureOf(call(FOREVER, NEVER, sent));
      expect(error).toMatchObject({ delivery: 'unknown' });
      expect(error.message).toContain('did not end it within 1 s');
      expect(sent.onHeard).toHaveBeenCalled();
    }));

  it('is not kept by the progress of another', () =>
    everyWay(async (way) => {
      const { call } = await working(way, { timeoutMs: 1_000, totalTimeoutMs: 20_000 });
      const other = new AbortController();
      const loud = call(FOREVER, other.signal).catch(() => 'stopped');
      const error = await failureOf(call({ ...FOREVER, says: 'nothing' }));
      expect(error.message).toContain('said nothing of it for 1 s');
      other.abort();
      expect(await loud).toBe('stopped');
    }));
});

describe('a line of the log that names no call', () => {
  it.each(['program', 'HTTP of 2024'])('is a word of none of two (%s)', async (way) => {
    const { call, sending } = await working(way, { timeoutMs: 1_000 });
    const [one, two] = [sending(), sending()];
    const errors = await Promise.all([
      failureOf(call({ ...FOREVER, says: 'log' }, NEVER, one)),
      failureOf(call({ ...FOREVER, says: 'nothing' }, NEVER, two)),
    ]);
    for (const { message } of errors) expect(message).toContain('said nothing of it for 1 s');
    expect(two.onHeard).not.toHaveBeenCalled();
  });

  it('is none of the next call while one that was given up may go on', async () => {
    const { call, sending } = await working('program', { timeoutMs: 1_500 });
    const stop = new AbortController();
    const first = sending();
    const given = call({ ...FOREVER, says: 'log', stubborn: true }, stop.signal, first).catch(() => 'up');
    await expect.poll(() => first.onHeard.mock.calls.length, { timeout: 30_000 }).toBeGreaterThan(0);
    stop.abort();
    expect(await given).toBe('up');
    const next = sending();
    await failureOf(call({ ...FOREVER, says: 'nothing' }, NEVER, next));
    expect(next.onHeard).not.toHaveBeenCalled();
  });

  it('is one of the next call once the one that was given up has been answered after all', async () => {
    const { call, sending } = await working('program', { timeoutMs: 20_000 });
    const stop = new AbortController();
    const first = sending();
    const late: Long = { says: 'log', everyMs: 50, times: 4, stubborn: true };
    // At its first word: on a busy machine it could have been answered before anybody looked.
    first.onHeard.mockImplementation(() => stop.abort());
    expect(await call(late, stop.signal, first).catch(() => 'up')).toBe('up');
    const next = sending();
    await call({ says: 'log', everyMs: 100, times: 30 }, NEVER, next);
    expect(next.onHeard).toHaveBeenCalled();
  });
});

describe('the clock', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const clock = () => new CallClock({ silenceMs: 60_000, totalMs: 600_000 });

  it('gives a minute of silence and ten minutes in all, where nothing else is set', () => {
    expect(callLimits()).toEqual({ silenceMs: 60_000, totalMs: 600_000, atOnce: 8 });
    expect(callLimits({ totalTimeoutMs: 5_000 })).toMatchObject({ silenceMs: 5_000, totalMs: 5_000 });
  });

  it('begins the silence anew at every word, and the time in all never', () => {
    const one = clock();
    for (let minute = 0; minute < 11; minute++) {
      vi.advanceTimersByTime(54_000);
      one.heard();
    }
    expect(one.endedBy).toBeUndefined();
    vi.advanceTimersByTime(6_000);
    expect(one.endedBy).toBe('totalMs');
    const other = clock();
    vi.advanceTimersByTime(60_000);
    expect(other.endedBy).toBe('silenceMs');
    expect(other.signal.aborted).toBe(true);
  });

  it('stands still while a person is asked, whatever is heard meanwhile', async () => {
    const one = clock();
    vi.advanceTimersByTime(59_000);
    const asked = Promise.withResolvers<void>();
    const standing = one.standStill(() => asked.promise);
    vi.advanceTimersByTime(3_600_000);
    one.heard();
    vi.advanceTimersByTime(3_600_000);
    expect(one.endedBy).toBeUndefined();
    asked.resolve();
    await standing;
    for (let left = 541_000; left > 1_000; left -= 54_000) {
      one.heard();
      vi.advanceTimersByTime(Math.min(54_000, left));
    }
    expect(one.endedBy).toBe(undefined);
    one.heard();
    vi.advanceTimersByTime(60_000);
    expect(one.endedBy).toBe('totalMs');
  });

  it('counts no more once nobody waits', () => {
    const one = clock();
    one.stop();
    one.heard();
    vi.advanceTimersByTime(3_600_000);
    expect(one.signal.aborted).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});
