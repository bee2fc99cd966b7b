/** The log when the database does not respond for a while: nothing is lost, nothing is duplicated. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { RunHarness } from '../testing/run-harness';
import { EventLog, readLog } from './event-log';
import type { Chunk } from './live';
import { notifier } from './notifications';

const { runEvents } = schema;

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
    await vi.waitFor(async () => expect(await readLog(opened.db, run)).toEqual(all));
    log.add(chunk('after'));
    await log.flush();
    expect(await readLog(opened.db, run)).toEqual([...all, chunk('after')]);
  });

  it('is written seldom, and often while another process follows', async () => {
    const rowsOf = async (isFollowed: boolean) => {
      const id = isFollowed ? 'followed' : 'alone';
      const { run } = await harness.begin(await harness.chat(), { id, text: id });
      const log = new EventLog(opened.db, run);
      const startedAt = performance.now();
      for (let nth = 0; nth < 60; nth++) {
        // As those that follow do every second.
        if (isFollowed) notifier.send({ kind: 'followed', runId: run.id });
        log.add(chunk(String(nth)));
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      const most = (performance.now() - startedAt) / 500;
      await log.rest();
      return { most, rows: await opened.db.$count(runEvents, eq(runEvents.runId, run.id)) };
    };
    const alone = await rowsOf(false);
    expect(alone.rows).toBeLessThanOrEqual(alone.most);
    const followed = await rowsOf(true);
    expect(followed.rows).toBeGreaterThan(2 * alone.rows);
  });

  it('is wanted at once by who begins to follow', async () => {
    const { run } = await harness.begin(await harness.chat(), { id: 'two', text: 'two' });
    const log = new EventLog(opened.db, run);
    const told: number[] = [];
    const off = notifier.on('progress', ({ runId, seq }) => runId === run.id && told.push(seq));
    log.add(chunk('first'));
    await vi.waitFor(async () => expect(await readLog(opened.db, run)).toEqual([chunk('first')]));
    expect(told).toEqual([]);
    log.add(chunk('second'));
    notifier.send({ kind: 'followed', runId: run.id });
    await vi.waitFor(() => expect(told).toEqual([1]));
    off();
    await log.rest();
  });
});
