/** A card that is decided while its run is still streaming. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { RunHarness } from '../testing/run-harness';
import { announce } from './events';
import { Live } from './live';
import { keepCards } from './live-cards';

const { approvals } = schema;

describe.each(testDatabases)('cards of a run that streams on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
  });
  afterAll(() => opened.close());

  it('change in the stream once somebody has decided them, each once', async () => {
    const customer = await harness.office.addCustomer();
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] });
    await harness.say(chatId, 'Delete');
    const [card] = await harness.cards(chatId, 'pending');
    if (!card) throw new Error('No card stands there.');
    const [row] = await opened.db.select().from(approvals).where(eq(approvals.id, card.id));
    const live = new Live(chatId, row?.runId ?? '');
    live.publish({ type: 'data-approval', id: card.toolCallId, data: card });
    const stop = keepCards(opened.db, harness.admin, live);
    const told = () => live.chunks.map((chunk) => chunk.type === 'data-approval' && chunk.data.status);
    await announce(opened.db, chatId);
    await harness.decide(card.id, 'cancel');
    await announce(opened.db, chatId);
    await vi.waitFor(() => expect(told()).toEqual(['pending', 'cancelled']));
    await announce(opened.db, chatId);
    stop();
    expect(told()).toEqual(['pending', 'cancelled']);
  });
});
