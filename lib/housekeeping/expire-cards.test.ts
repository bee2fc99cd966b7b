/** Cards expire for good: no clock reopens them. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { keepTime, readTime } from '@/lib/store/card-time';
import { expireCards } from './expire-cards';

const { approvals, customers } = schema;

describe.each(testDatabases)('expiry on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
  });
  afterAll(() => opened.close());

  async function waitingDelete() {
    const customer = await harness.office.addCustomer();
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] });
    await harness.say(chatId, 'Delete');
    const [card] = await harness.cards(chatId, 'pending');
    if (!card) throw new Error('No card stands there.');
    const isThere = async () =>
      (await opened.db.select().from(customers).where(eq(customers.id, customer.id))).length === 1;
    return { chatId, card, isThere };
  }

  it('lets nobody confirm what had expired before the clock was set back, swept or not', async () => {
    const { chatId, card, isThere } = await waitingDelete();
    const soon = await opened.db
      .update(approvals)
      .set({ expiresAt: sql`now() + interval '5 minutes'` })
      .where(eq(approvals.id, card.id))
      .returning({ id: approvals.id });
    expect(soon).toHaveLength(1);
    const { database, elapsed } = await readTime(opened.db);
    // Ten minutes ago, by this process's monotonic clock, the wall clock showed the same time as now.
    keepTime({ database, elapsed: elapsed - 10 * 60_000 });
    try {
      expect((await harness.cards(chatId))[0]?.status).toBe('expired');
      await expect(harness.decide(card.id, 'confirm')).rejects.toMatchObject({ code: 'conflict' });
      await expireCards(harness.deps);
    } finally {
      keepTime(undefined);
    }
    // Once swept by the time known then, it stays expired whatever a clock says.
    const [row] = await opened.db.select().from(approvals).where(eq(approvals.id, card.id));
    expect(row?.status).toBe('expired');
    expect(await isThere()).toBe(true);
    await expect.poll(() => harness.runs(chatId)).toEqual(['done']);
    const other = await waitingDelete();
    await harness.decide(other.card.id, 'confirm');
    await expect.poll(other.isThere).toBe(false);
  });
});
