/**
 * How much a client may request and cancel again: pending requests are limited, and cards cannot be created endlessly.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { RawClient } from '@/e2e/raw-client';
import { setRule } from '@/lib/approvals/policy-settings';
import { OutsideHarness } from './testing/outside-harness';

const { approvals, chats, outbox, outsideRequests, runs } = schema;
const TOOL = 'customer_delete';

describe.each(testDatabases)('limits of asking and calling off, on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;

  beforeAll(async () => {
    opened = await open();
    const notify = { mail: true, webhook: true, appUrl: 'http://127.0.0.1' };
    harness = await OutsideHarness.open(opened, undefined, undefined, (deps) => ({ ...deps, notify }));
  });
  afterAll(async () => {
    await harness.quiet();
    await harness.close();
    await opened.close();
  });

  const origin = () => new URL(harness.url).origin;
  const waiting = (tokenId: string) =>
    harness.db.$count(
      outsideRequests,
      and(eq(outsideRequests.tokenId, tokenId), isNull(outsideRequests.endedAt)),
    );

  test('forty requests of a token wait, also for one card: more are told so; its chat hears only of the first and the last', async () => {
    const { token, id } = await harness.token();
    const rev = async () =>
      (await harness.db.select({ rev: chats.rev }).from(chats).where(eq(chats.tokenId, id)))[0]?.rev;
    const client = await new RawClient(origin(), token, '2025-11-25', 'Many').begin();
    const { id: customerId } = await harness.harness.office.addCustomer();
    const asked = [client.ask(TOOL, { customerId })];
    const card = await harness.card(customerId);
    await expect
      .poll(() => harness.db.$count(runs, and(eq(runs.tokenId, id), eq(runs.status, 'waiting'))))
      .toBe(1);
    const before = await rev();
    const told: string[] = [];
    while (asked.length < 50) {
      const one = client.ask(TOOL, { customerId });
      asked.push(one);
      void one.answer.then((answer) => told.push('text' in answer ? answer.text : answer.kind));
    }
    await expect.poll(() => told.length, { timeout: 30_000 }).toBe(10);
    for (const text of told) expect(text).toContain('40 requests of this token wait already');
    expect(await waiting(id)).toBe(40);
    expect(await rev()).toBe(before);
    for (const one of asked) one.cut();
    await expect.poll(() => waiting(id), { timeout: 30_000 }).toBe(0);
    await expect.poll(rev, { timeout: 30_000 }).toBeGreaterThan(before ?? 0);
    await harness.harness.decide(card.id, 'cancel');
  });

  test('what is called off takes its unsent notices with it', async () => {
    await harness.harness.person('admin');
    const rule = { server: 'amber', own: false, locked: false, critical: false, openForHours: null };
    await setRule(harness.db, harness.harness.admin, { ...rule, tool: TOOL, effect: 'ask_admin' });
    const { token } = await harness.token(await harness.harness.person('member'));
    const client = await new RawClient(origin(), token, '2025-11-25', 'Restless').begin();
    const [kept, gone] = [
      await harness.harness.office.addCustomer(),
      await harness.harness.office.addCustomer(),
    ];
    const notices = (cardId: string) =>
      harness.db.$count(outbox, sql`starts_with(${outbox.id}, ${`asked_${cardId}`}) and status = 'pending'`);
    const waits = client.ask(TOOL, { customerId: kept.id });
    const asked = client.ask(TOOL, { customerId: gone.id });
    const cards = [await harness.card(kept.id), await harness.card(gone.id)].map(({ id }) => id);
    const [stays = '', leaves = ''] = cards;
    expect(await notices(leaves)).toBeGreaterThan(1);
    await client.cancel(asked.id);
    await expect.poll(() => notices(leaves)).toBe(0);
    expect(await notices(stays)).toBeGreaterThan(1);
    waits.cut();
    await setRule(harness.db, harness.harness.admin, { ...rule, tool: TOOL, effect: null });
  });

  test('sixty calls of a token with a card may be called off in an hour: then none is asked about', async () => {
    const { token, id } = await harness.token();
    const other = await harness.token();
    const client = await new RawClient(origin(), token, '2025-11-25', 'Restless').begin();
    const { id: customerId } = await harness.harness.office.addCustomer();
    const first = client.ask(TOOL, { customerId });
    await harness.card(customerId);
    await client.cancel(first.id);
    await first.answer;
    // Fifty-nine more like it, without an hour's worth of requests.
    const [{ id: _, ...run } = { id: '' }] = await harness.db.select().from(runs).where(eq(runs.tokenId, id));
    const more = Array.from({ length: 59 }, (_one, at) => ({ ...run, id: `restless_${at}_${id}` }));
    await harness.db.insert(runs).values(more as (typeof runs.$inferInsert)[]);
    const refused = await client.ask(TOOL, { customerId }).answer;
    expect(refused).toMatchObject({
      kind: 'error',
      text: expect.stringContaining('called off within an hour'),
    });
    const cards = () =>
      harness.db.$count(approvals, sql`run_id in (select id from runs where token_id = ${id})`);
    expect(await cards()).toBe(1);
    const someone = new RawClient(origin(), other.token, '2026-07-28', 'Other').ask(TOOL, { customerId });
    await harness.card(customerId);
    someone.cut();
    await harness.db
      .update(runs)
      .set({ withdrawnAt: sql`now() - interval '61 minutes'` })
      .where(eq(runs.tokenId, id));
    const later = client.ask(TOOL, { customerId });
    await expect.poll(cards).toBe(2);
    later.cut();
  });
});
