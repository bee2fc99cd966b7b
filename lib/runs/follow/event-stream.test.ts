/**
 * An event stream ends for a client that does not return, and occasionally for everybody, whose tabs then reload
 * everything.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { migrate } from '@/db/migrate';
import { closeDatabase, database, migrationsFolder } from '@/lib/database';
import { eventStream } from './event-stream';

const caller = { userId: 'u1', userName: 'Ann', teamId: 't1', teamName: 'Alder', role: 'member' } as const;
const SIGN_MS = 20_000;
const dataDir = mkdtempSync(join(tmpdir(), 'amber-events-'));

beforeAll(async () => {
  vi.stubEnv('AMBER_DATA_DIR', dataDir);
  vi.stubEnv('DATABASE_URL', '');
  await migrate((await database()).db, migrationsFolder());
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await closeDatabase();
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true });
});

/** How many heartbeats the stream sends before it ends. */
async function signsOf(callerNow: () => Promise<typeof caller | null>): Promise<number> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const stream = await eventStream(caller, callerNow);
  let text = '';
  let isOver = false;
  const reading = (async () => {
    for await (const bytes of stream) text += new TextDecoder().decode(bytes);
    isOver = true;
  })();
  for (let sign = 0; sign < 100 && !isOver; sign++) {
    await vi.advanceTimersByTimeAsync(SIGN_MS);
    // Chunks are sent in the next turn of the event loop.
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  await reading;
  return text.split(': still here').length - 1;
}

it('ends after ten to twenty minutes, so that what nobody told is asked for', async () => {
  for (let stream = 0; stream < 5; stream++) {
    const signs = await signsOf(async () => caller);
    expect(signs).toBeGreaterThanOrEqual(29);
    expect(signs).toBeLessThan(60);
  }
});

it('ends at once for whose session is nobody\u2019s any more', async () => {
  expect(await signsOf(async () => null)).toBe(0);
});
