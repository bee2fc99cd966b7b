import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeclaredListing } from '@/lib/servers/server-listing';
import { CACHE_TIMES, ListingCache } from './listing-cache';

/** A server with numbered listings; the test decides whether and when it answers. */
function numbered(ttlMs?: number) {
  let count = 0;
  let failing = false;
  let hold: Promise<void> | undefined;
  const cache = new ListingCache(async (): Promise<DeclaredListing> => {
    count += 1;
    const problems = [String(count)];
    await hold;
    return { tools: [], problems, failed: failing, ...(ttlMs !== undefined && { ttlMs }) };
  }, CACHE_TIMES);
  return {
    get: async () => (await cache.get()).problems[0],
    refresh: async () => (await cache.refresh()).problems[0],
    renew: async () => (await cache.renew()).problems[0],
    fail: (value: boolean) => {
      failing = value;
    },
    holdUntil: (promise: Promise<void>) => {
      hold = promise;
    },
  };
}

const { freshMs, staleMs, retryMs } = CACHE_TIMES;

describe('ListingCache', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks once for many, and not again while fresh', async () => {
    const server = numbered();
    expect(await Promise.all([server.get(), server.get()])).toEqual(['1', '1']);
    vi.advanceTimersByTime(freshMs - 1);
    expect(await server.get()).toBe('1');
  });

  it('gives what has aged while a newer one comes, and waits when it is too old', async () => {
    const server = numbered();
    await server.get();
    vi.advanceTimersByTime(freshMs);
    expect(await server.get()).toBe('1');
    expect(await server.get()).toBe('2');
    vi.advanceTimersByTime(staleMs);
    expect(await server.get()).toBe('3');
  });

  it('leaves a server that failed alone for a while, and lets nobody wait for it again', async () => {
    const server = numbered();
    server.fail(true);
    expect(await server.get()).toBe('1');
    vi.advanceTimersByTime(retryMs - 1);
    expect(await server.get()).toBe('1');
    const { promise, resolve } = Promise.withResolvers<void>();
    server.holdUntil(promise);
    vi.advanceTimersByTime(staleMs);
    expect(await server.get()).toBe('1');
    server.fail(false);
    resolve();
    await vi.waitFor(async () => expect(await server.get()).toBe('2'));
  });

  it('holds for as long as the server allows', async () => {
    const server = numbered(5_000);
    await server.get();
    vi.advanceTimersByTime(4_999);
    expect([await server.get(), await server.get()]).toEqual(['1', '1']);
    vi.advanceTimersByTime(1);
    // Nobody waits for the newer one.
    expect([await server.get(), await server.get()]).toEqual(['1', '2']);
  });

  it('is asked for at every use where the server allows no time, and at most ten minutes old', async () => {
    const always = numbered(0);
    await always.get();
    expect([await always.get(), await always.get()]).toEqual(['1', '2']);
    const hourly = numbered(3_600_000);
    await hourly.get();
    vi.advanceTimersByTime(599_999);
    expect([await hourly.get(), await hourly.get()]).toEqual(['1', '1']);
    vi.advanceTimersByTime(1);
    expect(await hourly.get()).toBe('2');
  });

  it('is asked for once more when it is old already while it is read', async () => {
    const server = numbered();
    const [first, second] = await Promise.all([server.get(), server.renew()]);
    expect([first, second]).toEqual(['1', '2']);
  });

  it('asks at once when told to', async () => {
    const server = numbered();
    await server.get();
    expect(await Promise.all([server.refresh(), server.refresh()])).toEqual(['2', '2']);
    expect(await server.get()).toBe('2');
  });
});
