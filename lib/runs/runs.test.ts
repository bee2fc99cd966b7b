/** Runs end to end below HTTP: what is stored, what ran, and that every tab would see the same. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { isCall } from '@/lib/approvals/call-parts';
import type { AmberMessage } from './chat-view';
import { chunksOf, foldChunks } from './message-chunks';
import { RunHarness } from './testing/run-harness';

const stateOf = (message: AmberMessage | undefined) =>
  message?.parts.filter(isCall).map((part) => `${part.toolName}:${part.state}`);

describe.each(testDatabases)('runs on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
  });
  afterAll(() => opened.close());

  const customerIsThere = async (id: string) => {
    const { customers } = schema;
    return (await opened.db.select().from(customers).where(eq(customers.id, id))).length === 1;
  };

  /** A chat in which the deletion of a new customer waits for its card. */
  async function waitingDelete() {
    const customer = await harness.office.addCustomer();
    const chatId = await harness.chat();
    harness.steps(
      { text: 'This deletes it.', calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] },
      { text: 'It is gone.' },
    );
    await harness.say(chatId, `Delete ${customer.name}`);
    const [card] = await harness.cards(chatId, 'pending');
    if (!card) throw new Error('No card stands there.');
    return { customer, chatId, card };
  }

  it('reads at once, and stores exactly what was streamed', async () => {
    const chatId = await harness.chat();
    harness.steps(
      { text: 'Looking.', calls: [{ tool: 'customers_list', input: {} }] },
      { text: 'There you are.' },
    );
    const chunks = await harness.say(chatId, 'Show the customers');
    const [, answer] = await harness.messages(chatId);
    expect(stateOf(answer)).toEqual(['customers_list:output-available']);
    expect(await harness.runs(chatId)).toEqual(['done']);
    const empty: AmberMessage = { id: answer?.id ?? '', role: 'assistant', parts: [] };
    expect((await foldChunks(empty, chunks)).parts).toEqual(answer?.parts);
    expect((await foldChunks(empty, chunksOf(answer as AmberMessage))).parts).toEqual(answer?.parts);
  });

  it('asks before it deletes, deletes once when confirmed, whoever clicks how often', async () => {
    const { customer, chatId, card } = await waitingDelete();
    expect(await harness.runs(chatId)).toEqual(['waiting']);
    expect(card.preview?.lines[0]).toMatchObject({ value: customer.name });
    expect(await customerIsThere(customer.id)).toBe(true);
    const answers = await Promise.all(Array.from({ length: 20 }, () => harness.decide(card.id, 'confirm')));
    expect(new Set(answers)).toEqual(new Set(['confirmed']));
    expect(await customerIsThere(customer.id)).toBe(false);
    await expect(harness.decide(card.id, 'cancel')).rejects.toMatchObject({ code: 'conflict' });
    const all = await harness.messages(chatId);
    expect(all).toHaveLength(2);
    expect(stateOf(all[1])).toEqual(['customer_delete:output-available']);
    expect(await harness.runs(chatId)).toEqual(['done']);
  });

  it('does nothing when cancelled, and the model reads why', async () => {
    const { customer, chatId, card } = await waitingDelete();
    expect(await harness.decide(card.id, 'cancel', 'They still owe us a chair')).toBe('cancelled');
    expect(await customerIsThere(customer.id)).toBe(true);
    const [, answer] = await harness.messages(chatId);
    expect(stateOf(answer)).toEqual(['customer_delete:output-denied']);
    expect(JSON.stringify(harness.prompts.at(-1)?.prompt)).toContain('They still owe us a chair');
    await expect(harness.decide(card.id, 'confirm')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('withdraws the card when a new message comes, and the chat goes on', async () => {
    const { customer, chatId, card } = await waitingDelete();
    harness.steps({ text: 'Typing confirms nothing.' });
    await harness.say(chatId, 'yes, confirm');
    expect((await harness.cards(chatId))[0]?.status).toBe('superseded');
    await expect(harness.decide(card.id, 'confirm')).rejects.toMatchObject({ code: 'conflict' });
    expect(await customerIsThere(customer.id)).toBe(true);
    harness.steps({ text: 'Still here.' });
    await harness.say(chatId, 'and now?');
    expect(await harness.runs(chatId)).toEqual(['superseded', 'done', 'done']);
  });

  it('shows a new card when what would go has changed', async () => {
    const { customer, chatId, card } = await waitingDelete();
    await harness.office.addOrder(customer.id);
    await expect(harness.decide(card.id, 'confirm')).rejects.toMatchObject({ code: 'changed' });
    expect(await customerIsThere(customer.id)).toBe(true);
    const [old, fresh] = await harness.cards(chatId);
    expect([old?.status, fresh?.status]).toEqual(['superseded', 'pending']);
    expect(fresh?.preview?.lines.length).toBeGreaterThan(old?.preview?.lines.length ?? 0);
    expect(await harness.decide(fresh?.id ?? '', 'confirm')).toBe('confirmed');
    expect(await customerIsThere(customer.id)).toBe(false);
  });

  it('holds back what writes behind a call that waits, and lets reads pass', async () => {
    const customer = await harness.office.addCustomer();
    const chatId = await harness.chat();
    harness.steps(
      {
        calls: [
          { tool: 'customer_delete', input: { customerId: customer.id } },
          { tool: 'customer_create', input: { name: `After ${customer.name}` } },
          { tool: 'customers_get', input: { customerId: customer.id } },
        ],
      },
      { text: 'All done.' },
    );
    await harness.say(chatId, 'Delete, create, read');
    const [, waiting] = await harness.messages(chatId);
    expect(stateOf(waiting)).toEqual([
      'customer_delete:approval-requested',
      'customer_create:approval-requested',
      'customers_get:output-available',
    ]);
    const cards = await harness.cards(chatId);
    expect(cards.map((card) => card.tool)).toEqual(['customer_delete']);
    await harness.decide(cards[0]?.id ?? '', 'cancel');
    const [, done] = await harness.messages(chatId);
    expect(stateOf(done)).toEqual([
      'customer_delete:output-denied',
      'customer_create:output-available',
      'customers_get:output-available',
    ]);
  });

  it('gives the second of two identical calls an error instead of a second card', async () => {
    const customer = await harness.office.addCustomer();
    const chatId = await harness.chat();
    const call = { tool: 'customer_delete', input: { customerId: customer.id } };
    harness.steps({ calls: [call, call] });
    await harness.say(chatId, 'Delete twice');
    expect(await harness.cards(chatId)).toHaveLength(1);
    const [, answer] = await harness.messages(chatId);
    expect(stateOf(answer)).toEqual(['customer_delete:approval-requested', 'customer_delete:output-error']);
  });

  it('turns what the companion refuses into an error, not into a card', async () => {
    const customer = await harness.office.addCustomer();
    await harness.office.addInvoice(customer.id, { status: 'sent' });
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] });
    await harness.say(chatId, 'Delete');
    expect(await harness.cards(chatId)).toEqual([]);
    expect(stateOf((await harness.messages(chatId))[1])).toEqual(['customer_delete:output-error']);
    expect(await customerIsThere(customer.id)).toBe(true);
  });

  it('ends a failed turn with an error that can be retried, executed calls kept', async () => {
    const chatId = await harness.chat();
    const name = `Twice ${chatId}`;
    harness.steps(
      { calls: [{ tool: 'customer_create', input: { name } }] },
      { text: 'Broken off', error: 'gone' },
    );
    await harness.say(chatId, 'Create', harness.admin, 'first');
    expect(await harness.runs(chatId)).toEqual(['failed']);
    const [, failed] = await harness.messages(chatId);
    expect(failed?.parts.at(-1)).toMatchObject({ type: 'data-run-error', data: { message: 'gone' } });
    harness.steps({ text: 'Now it is told.' });
    await harness.say(chatId, 'Create', harness.admin, 'first');
    const all = await harness.messages(chatId);
    expect(all).toHaveLength(2);
    expect(stateOf(all[1])).toEqual(['customer_create:output-available']);
    expect(all[1]?.parts.some((part) => part.type === 'data-run-error')).toBe(false);
    await expect(harness.say(chatId, 'Create', harness.admin, 'first')).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});
