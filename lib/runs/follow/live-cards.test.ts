/** A card that is decided while its run still streams. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { RunHouse } from '../testing/run-house';
import { announce } from './events';
import { Live } from './live';
import { keepCards } from './live-cards';

describe.each(testDatabases)('cards of a run that streams on $name', ({ open }) => {
  let opened: OpenDatabase;
  let house: RunHouse;

  beforeAll(async () => {
    opened = await open();
    house = await RunHouse.open(opened);
  });
  afterAll(() => opened.close());

  it('change in the stream once somebody has decided them, each once', async () => {
    const customer = await house.office.addCustomer();
    const chatId = await house.chat();
    house.steps({ calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] });
    await house.say(chatId, 'Delete');
    const [card] = await house.cards(chatId, 'pending');
    if (!card) throw new Error('No card stands there.');
    const live = new Live(chatId, 'a run that streams');
    live.publish({ type: 'data-approval', id: card.toolCallId, data: card });
    const stop = keepCards(opened.db, house.admin, live);
    const told = () => live.chunks.map((chunk) => chunk.type === 'data-approval' && chunk.data.status);
    await announce(opened.db, chatId);
    await house.decide(card.id, 'cancel');
    await announce(opened.db, chatId);
    await vi.waitFor(() => expect(told()).toEqual(['pending', 'cancelled']), 20_000);
    await announce(opened.db, chatId);
    stop();
    expect(told()).toEqual(['pending', 'cancelled']);
  });
});
