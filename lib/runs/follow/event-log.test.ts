/** The log when the database does not answer for a while: nothing is lost, nothing stands there twice. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { RunHarness } from '../testing/run-harness';
import { EventLog, readLog } from './event-log';
import type { Chunk } from './live';

describe.each(testDatabases)('the event log on $name', ({ openAsOwner }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;

  beforeAll(async () => {
    opened = await openAsOwner();
    harness = await RunHarness.open(opened);
  });
  afterAll(() => opened.close());

  const chunk = (delta: string): Chunk => ({ type: 'text-delta', id: delta, delta });
  const rename = (from: string, to: string) =>
    opened.db.execute(sql.raw(`alter table ${from} rename to ${to}`));

  it('writes later, in order, what could not be written', async () => {
    const { run } = await harness.begin(await harness.chat(), { id: 'one', text: 'one' });
    const log = new EventLog(opened.db, run);
    log.add(chunk('before'));
    await log.flush();
    await rename('run_events', 'run_events_away');
    log.add(chunk('during'));
    await expect(log.flush()).rejects.toThrow();
    log.add(chunk('later'));
    await rename('run_events_away', 'run_events');
    const all = ['before', 'during', 'later'].map(chunk);
    await vi.waitFor(async () => expect(await readLog(opened.db, run)).toEqual(all), { timeout: 10_000 });
    log.add(chunk('after'));
    await log.flush();
    expect(await readLog(opened.db, run)).toEqual([...all, chunk('after')]);
  });
});
