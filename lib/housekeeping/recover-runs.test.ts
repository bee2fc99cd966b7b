/**
 * Thousands of runs may have lost their process: a few are adopted at once, a limited number is live at once, and
 * people are served meanwhile.
 */
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database, OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { StatementCount } from '@/db/testing/statements';
import { allLive } from '@/lib/runs/follow/live';
import { gate } from '@/lib/runs/testing/crash-harness';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { recoverRuns } from './recover-runs';

const { runs } = schema;

const GOING_ON = 40;
const PLACE_MS = 5_000;

describe.each(testDatabases)('recovery on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  let count: StatementCount;
  /** One for each request to the model, in order. */
  let answers: ReturnType<typeof gate>[];
  /** Each delays an answer that has a slot. */
  let late: (() => void)[];

  beforeEach(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
    count = new StatementCount(opened);
    answers = [];
    late = [];
    harness.script = () => {
      const answer = gate();
      answers.push(answer);
      return { text: 'Done.', hold: answer.opened };
    };
    const { setTimeout: later } = globalThis;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms?: number) => {
      if (ms !== PLACE_MS) return later(work, ms);
      late.push(work);
      return later(() => {}, 0);
    }) as typeof setTimeout);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    harness.script = () => ({ text: 'Done.' });
    for (const { open: go } of answers) go();
    await Promise.all(allLive().map((live) => live.done));
    await opened.close();
  });

  async function die(howMany: number): Promise<void> {
    for (let nth = 0; nth < howMany; nth++) {
      await harness.begin(await harness.chat(), { id: `msg-${nth}`, text: 'Go on' });
    }
    await opened.db.update(runs).set({ owner: 'dead', heartbeatAt: sql`now() - interval '1 minute'` });
  }

  const stillDead = () => opened.db.$count(runs, eq(runs.owner, 'dead'));

  it('lets forty answers go on at once; the next one goes on when one has ended, or takes long', async () => {
    await die(GOING_ON + 2);
    const recovering = recoverRuns(harness.deps, false);
    await expect.poll(() => answers.length).toBe(GOING_ON);
    await count.quiet();
    expect([answers.length, await stillDead()]).toEqual([GOING_ON, 2]);
    answers[0]?.open();
    await expect.poll(() => answers.length).toBe(GOING_ON + 1);
    await count.quiet();
    expect([answers.length, await stillDead()]).toEqual([GOING_ON + 1, 1]);
    // Their order does not tell which of them has ended: of two, at least one is still live.
    for (const pass of late.slice(0, 2)) pass();
    await expect.poll(() => answers.length).toBe(GOING_ON + 2);
    await recovering;
    expect(await stillDead()).toBe(0);
  });

  it.each([
    [4, false],
    [1, true],
  ])('takes %i at once, alone on its database: %s', async (most, alone) => {
    await die(6);
    const taking = gate();
    let underWay = 0;
    const transaction: Database['transaction'] = async (...work) => {
      underWay += 1;
      await taking.opened;
      return opened.db.transaction(...work);
    };
    const db = new Proxy(opened.db, {
      get: (target, key) => (key === 'transaction' ? transaction : Reflect.get(target, key)),
    });
    const recovering = recoverRuns({ ...harness.deps, db }, alone);
    await expect.poll(() => underWay).toBe(most);
    await count.quiet();
    expect(underWay).toBe(most);
    taking.open();
    await recovering;
    expect(await stillDead()).toBe(0);
  });

  it('answers people meanwhile', async () => {
    await die(GOING_ON + 2);
    const recovering = recoverRuns(harness.deps, true);
    await expect.poll(() => answers.length).toBe(GOING_ON);
    const chatId = await harness.chat();
    const asked = harness.say(chatId, 'Hello');
    await expect.poll(() => answers.length).toBe(GOING_ON + 1);
    answers.at(-1)?.open();
    await asked;
    expect(await harness.runs(chatId)).toEqual(['done']);
    expect(await stillDead()).toBe(2);
    for (const answer of answers) answer.open();
    await recovering;
  });

  it('leaves the rest to the next process once this one is told to end', async () => {
    await die(3);
    let asked = 0;
    await recoverRuns(harness.deps, true, () => ++asked > 1);
    expect(await stillDead()).toBe(2);
  });
});
