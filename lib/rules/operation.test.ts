/** The state of a team's Amber: counted only from its own rows. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { CrashHarness, call } from '@/lib/runs/testing/crash-harness';
import { operationOf } from './operation';

const { calls, outbox } = schema;

describe.each(testDatabases)('operation on $name', ({ open }) => {
  let crash: CrashHarness;

  beforeAll(async () => {
    crash = await CrashHarness.open(await open());
  });
  afterAll(() => crash.close());

  it('counts what waits, is held, was sent and failed, and tells other teams nothing of it', async () => {
    const { harness, opened } = crash;
    const { admin } = harness;
    const order = async (...steps: Parameters<typeof harness.steps>) => {
      const chatId = await harness.chat();
      harness.steps(...steps);
      await harness.say(chatId, 'Do it');
      return chatId;
    };
    const before = await operationOf(opened.db, admin);
    expect(before).toMatchObject({
      running: 0,
      waiting: 0,
      oldestWaiting: null,
      held: 0,
      unknown: 0,
      servers: [],
    });
    crash.answer = (tool) =>
      tool === 'put' ? { content: [{ type: 'text', text: 'no' }], isError: true } : undefined;
    await order({ calls: [call('look', 'a')] }, { calls: [call('put', 'b')] }, { text: 'So it is.' });
    await order({ calls: [call('drop', 'c')] }, { text: 'So it is.' });
    await harness.rule('drop', { holdSeconds: 600 });
    const chatId = await order({ calls: [call('drop', 'd')] }, { text: 'So it is.' });
    const [card] = await harness.cards(chatId, 'pending');
    await harness.decide(card?.id ?? '', 'confirm');
    const mail = { teamId: admin.teamId, recipient: 'a@b.test', subject: 's', body: 'b' };
    await opened.db.insert(outbox).values([
      { ...mail, id: 'waits' },
      { ...mail, id: 'left', status: 'sent' },
      { ...mail, id: 'gone', status: 'failed' },
    ]);
    const now = await operationOf(opened.db, admin);
    expect(now).toMatchObject({ running: 0, waiting: 1, held: 1, unknown: 0, unsent: 1, notSent: 1 });
    expect(now.calls).toEqual({ done: 1, failed: 1, unclear: 0, notRun: 0 });
    expect(now.models).toMatchObject({ asked: 5, inVain: 0, read: 5, written: 5 });
    expect(now.models.usual).toBeGreaterThanOrEqual(0);
    expect(now.leaving).toMatchObject([{ kind: 'mail', count: 1 }]);
    expect(now.tables).toHaveLength(10);
    expect(now.tables[0]?.bytes).toBeGreaterThan(0);
    expect(now.oldestWaiting).toMatch(/^\d{4}-.*Z$/);
    expect(now.servers).toMatchObject([{ server: 's', calls: 2, failed: 1, unknown: 0 }]);
    expect(now.servers[0]?.median).toBeGreaterThanOrEqual(0);
    expect(now.servers[0]?.p95).toBeGreaterThanOrEqual(now.servers[0]?.median ?? 0);

    // A call that was refused before it was sent, for example because its companion says it is impossible, has not
    // failed.
    await opened.db.update(calls).set({ dispatchedAt: null }).where(eq(calls.status, 'error'));
    const { calls: ended } = await operationOf(opened.db, admin);
    expect(ended).toEqual({ done: 1, failed: 0, unclear: 0, notRun: 1 });

    const other = await CrashHarness.open(opened);
    expect(await operationOf(opened.db, other.harness.admin)).toMatchObject({
      waiting: 0,
      held: 0,
      unsent: 0,
      servers: [],
      calls: { done: 0, failed: 0, unclear: 0, notRun: 0 },
      models: { asked: 0, usual: null },
      leaving: [],
    });
    const member = await harness.person('member');
    await expect(operationOf(opened.db, member)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
