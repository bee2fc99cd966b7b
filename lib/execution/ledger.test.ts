/** The ledger's one promise: a call advances one state at a time, and a final state is final. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, type Queryable, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';
import { CALL_STATUSES } from '@/db/schema/ledger';
import { testDatabases } from '@/db/testing/databases';
import { findCall, markLateAnswer } from '@/lib/store/calls';
import { listCallsOfSameRun } from '@/lib/store/conversation/workspace-calls';
import { advance, endUnsent, isFinal, NEXT, openCall, openRound } from './ledger';
import { CallHarness } from './testing/call-harness';

const { calls, runs } = schema;

describe.each(testDatabases)('the ledger on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: CallHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await CallHarness.open(opened);
  });
  afterAll(() => opened.close());

  it('knows the ends, and lets nothing follow them', async () => {
    const ends = ['success', 'error', 'abort', 'unknown', 'denied', 'superseded', 'expired'];
    expect(CALL_STATUSES.filter(isFinal)).toEqual(ends);
    for (const from of CALL_STATUSES) {
      for (const to of CALL_STATUSES) {
        const row = await harness.call({ status: from });
        const advanced = await advance(opened.db, row, to);
        const isStep = NEXT[from].includes(to);
        expect([from, to, advanced?.status]).toEqual([from, to, isStep ? to : undefined]);
        const stored = await findCall(opened.db, row.runId, row.toolCallId);
        expect(stored?.status).toBe(isStep ? to : from);
      }
    }
  });

  it('tells which calls of an answer were sent to a server, the newest first', async () => {
    const first = await harness.call({ status: 'claimed' });
    const others = await Promise.all(
      ['two', 'three'].map((toolCallId) =>
        openCall(opened.db, harness.placeOf(first), { ...harness.asMade(first), toolCallId }),
      ),
    );
    await advance(opened.db, first, 'dispatched');
    await advance(opened.db, others[0] as typeof first, ['claimed', 'dispatched']);
    const sent = [others[0]?.id, first.id];
    expect(await listCallsOfSameRun(opened.db, first.id, 's')).toEqual(sent);
    expect(await listCallsOfSameRun(opened.db, others[1]?.id ?? '', 's')).toEqual(sent);
    expect(await listCallsOfSameRun(opened.db, first.id, 'other')).toEqual([]);
  });

  it('a call that is made with something else waits for the disk as that does', async () => {
    const row = await harness.call({ status: 'pending' });
    const open = (db: Queryable, toolCallId: string) =>
      openCall(db, harness.placeOf(row), { ...harness.asMade(row), toolCallId });
    const waits = await opened.db.transaction(async (tx) => {
      await tx.execute(sql`set local synchronous_commit = on`);
      const made = await open(tx, 'within');
      expect(Object.keys(made).sort()).toEqual(Object.keys(row).sort());
      return rowsOf<{ waits: string }>(tx, sql`select current_setting('synchronous_commit') as waits`);
    });
    expect(waits).toEqual([{ waits: 'on' }]);
    const alone = await open(opened.db, 'alone');
    expect(await findCall(opened.db, row.runId, 'alone')).toEqual(alone);
    // The next statement is not affected by it.
    expect((await advance(opened.db, alone, ['claimed', 'dispatched']))?.status).toBe('dispatched');
  });

  it('gives a step to one of many who try', async () => {
    const row = await harness.call({ status: 'claimed' });
    const tries = await Promise.all(Array.from({ length: 20 }, () => advance(opened.db, row, 'dispatched')));
    expect(tries.filter(Boolean)).toHaveLength(1);
    const [dispatched] = tries.filter(Boolean);
    expect(dispatched?.attempts).toBe(1);
    const again = await Promise.all(
      Array.from({ length: 20 }, () => dispatched && advance(opened.db, dispatched, 'dispatched')),
    );
    expect(again.filter(Boolean)).toHaveLength(1);
  });

  it('lets a process write only as long as it holds the run', async () => {
    const row = await harness.call({ status: 'claimed' });
    const old = { runId: row.runId, fence: 1 };
    await opened.db.update(runs).set({ fence: 2 }).where(eq(runs.id, row.runId));
    expect(await advance(opened.db, row, 'dispatched', {}, old)).toBeUndefined();
    expect(await advance(opened.db, row, 'dispatched', {}, { ...old, fence: 2 })).toBeDefined();
    const other = await harness.call({ status: 'claimed' });
    await opened.db.update(runs).set({ status: 'failed' }).where(eq(runs.id, other.runId));
    expect(
      await advance(opened.db, other, 'dispatched', {}, { runId: other.runId, fence: 1 }),
    ).toBeUndefined();
  });

  it('writes a call down once, and another round only as a call of its own', async () => {
    const first = await harness.call({});
    const again = await openCall(opened.db, harness.placeOf(first), harness.asMade(first));
    expect(again.id).toBe(first.id);
    await openRound(opened.db, first, harness.userId);
    await expect(openRound(opened.db, first, harness.userId)).rejects.toThrow();
    const second = await findCall(opened.db, first.runId, first.toolCallId);
    expect(second).toMatchObject({ round: 2, status: 'approved', decidedBy: harness.userId, attempts: 0 });
    expect(second?.id).not.toBe(first.id);
  });

  it('ends what was not sent when its run is over, and nothing else', async () => {
    for (const status of CALL_STATUSES) {
      const row = await harness.call({ status });
      await endUnsent(opened.db, row.runId, 'Over.');
      const stored = await findCall(opened.db, row.runId, row.toolCallId);
      const isUnsent = ['pending', 'approved', 'claimed'].includes(status);
      expect([status, stored?.status]).toEqual([status, isUnsent ? 'abort' : status]);
    }
  });

  it('keeps a late answer beside what nobody knew, and changes no other end', async () => {
    const late = { result: { content: [{ type: 'text' as const, text: 'late' }] }, resultHash: 'h' };
    const unknown = await harness.call({ status: 'unknown' });
    await markLateAnswer(opened.db, unknown, late);
    expect(await findCall(opened.db, unknown.runId, unknown.toolCallId)).toMatchObject({
      status: 'unknown',
      resultHash: 'h',
    });
    const done = await harness.call({ status: 'error' });
    await markLateAnswer(opened.db, done, late);
    const [stored] = await opened.db.select().from(calls).where(eq(calls.id, done.id));
    expect(stored?.resultHash).toBeNull();
  });
});
