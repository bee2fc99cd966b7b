/** How often people are asked, counted from approvals and calls. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { CrashHarness, call } from '@/lib/runs/testing/crash-harness';
import { countAsked } from '@/lib/store/attention';
import { attention } from './attention';

const { approvals } = schema;

describe.each(testDatabases)('attention on $name', ({ open }) => {
  let crash: CrashHarness;

  beforeAll(async () => {
    crash = await CrashHarness.open(await open());
  });
  afterAll(() => crash.close());

  it('counts what was called, asked and decided, and is for admins', async () => {
    const { harness, opened } = crash;
    const nothing = await attention(opened.db, harness.admin);
    expect(nothing).toMatchObject({ calls: 0, asked: 0, askedPer100: null, medianSeconds: null, tools: [] });
    const chatId = await harness.chat();
    const drops = ['a', 'b', 'c'].map((id) => call('drop', id));
    harness.steps({ calls: [call('look', 'x'), ...drops] });
    await harness.say(chatId, 'Drop three');
    const [first, second, third] = await harness.cards(chatId, 'pending');
    const later = { requestedAt: sql`now() - interval '1 minute'` };
    await opened.db.update(approvals).set(later).where(eq(approvals.chatId, chatId));
    await harness.decide(first?.id ?? '', 'confirm');
    await harness.decide(second?.id ?? '', 'cancel');
    const past = { expiresAt: sql`now() - interval '1 second'` };
    await opened.db
      .update(approvals)
      .set(past)
      .where(eq(approvals.id, third?.id ?? ''));
    const found = await attention(opened.db, harness.admin);
    expect(found).toMatchObject({ calls: 4, asked: 3, askedPer100: 75, expired: 1, days: 30, decided: 2 });
    // A minute, and the time until they were decided.
    expect(found.medianSeconds).toBeGreaterThanOrEqual(60);
    expect(found.medianSeconds).toBeLessThan(120);
    const drop = {
      tool: 'drop',
      calls: 3,
      asked: 3,
      confirmed: 1,
      cancelled: 1,
      confirmedShare: 0.5,
      trusted: true,
    };
    expect(found.tools).toMatchObject([drop, { tool: 'look', calls: 1, asked: 0, confirmedShare: null }]);
    const old = { requestedAt: sql`now() - interval '8 days'` };
    await opened.db
      .update(approvals)
      .set(old)
      .where(eq(approvals.id, first?.id ?? ''));
    expect(await attention(opened.db, harness.admin, 7)).toMatchObject({ days: 7, asked: 2, confirmed: 0 });
    expect(await attention(opened.db, harness.admin, 90)).toMatchObject({ days: 90, asked: 3, confirmed: 1 });
    const member = await harness.person('member');
    await expect(attention(opened.db, member)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await attention(opened.db, { ...harness.admin, teamId: 'another' })).calls).toBe(0);
  });

  it('counts a call once that was asked about again, and has the middle of an even number of decisions', async () => {
    const { harness, opened } = crash;
    const { teamId } = harness.admin;
    const now = Date.now();
    const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();
    const cards = [
      { call: 'again', status: 'superseded', requested_at: ago(900), decided_at: ago(800) },
      { call: 'again', status: 'superseded', requested_at: ago(800), decided_at: ago(700) },
      { call: 'again', status: 'cancelled', requested_at: ago(700), decided_at: ago(640) },
      { call: 'withdrawn', status: 'superseded', requested_at: ago(900), decided_at: ago(100) },
      { call: 'no', status: 'cancelled', requested_at: ago(500), decided_at: ago(480), grantable: true },
      { call: 'late', status: 'expired', requested_at: ago(900), decided_at: null, trusted: false },
      { call: 'waits', status: 'pending', requested_at: ago(10), decided_at: null },
    ];
    const before = await countAsked(opened.db, teamId, 30);
    for (const [nth, { call: toolCall, ...card }] of cards.entries()) {
      const changed = {
        id: `counted_${nth}`,
        tool: 'counted',
        tool_call_id: toolCall,
        trusted: true,
        ...card,
      };
      await opened.db.execute(sql`insert into approvals select changed.* from (select a from approvals a limit 1) one,
        jsonb_populate_record(one.a, ${JSON.stringify({ grantable: false, expires_at: ago(-900), ...changed })}::jsonb) changed`);
    }
    const { tools, all } = await countAsked(opened.db, teamId, 30);
    expect(tools.find(({ tool }) => tool === 'counted')).toMatchObject({
      asked: 5,
      confirmed: 0,
      cancelled: 2,
      expired: 1,
      seconds: 40,
      trusted: false,
      grantable: true,
    });
    expect(all).toMatchObject({
      asked: before.all.asked + 5,
      confirmed: before.all.confirmed,
      cancelled: before.all.cancelled + 2,
      expired: before.all.expired + 1,
    });
    expect(await countAsked(opened.db, 'another', 30)).toEqual({
      tools: [],
      all: {
        asked: 0,
        confirmed: 0,
        cancelled: 0,
        expired: 0,
        seconds: null,
        trusted: null,
        grantable: null,
      },
    });
  });
});
