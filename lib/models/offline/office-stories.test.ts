/** The stories of the demo company, with the tools we serve, over a real database. */
import { and, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { bankAccounts, categories, customers, invoices, orders } from '@/db/schema/company';
import type { CallContext } from '@/mcp/context';
import { scopesOf } from '@/mcp/scopes';
import { test as base } from '@/mcp/testing/test';
import { realTools } from './testing/real-tools';
import { Talk } from './testing/talk';

/** An invoice of the demo company in a state. */
async function anInvoice({ db, teamId }: CallContext, status: (typeof invoices.$inferSelect)['status']) {
  const mine = and(eq(invoices.teamId, teamId), eq(invoices.status, status));
  const [row] = await db.select().from(invoices).where(mine).limit(1);
  if (!row) throw new Error(`The demo has no invoice that is ${status}.`);
  return row;
}

async function anOpenOrder({ db, teamId }: CallContext) {
  const mine = and(eq(orders.teamId, teamId), eq(orders.status, 'open'));
  const [row] = await db.select().from(orders).where(mine).limit(1);
  if (!row) throw new Error('The demo has no open order.');
  return row;
}

const test = base
  .extend('tools', { scope: 'file' }, ({ demo }) => realTools(demo))
  .extend('talk', ({ tools }) => new Talk(tools, new Date()));

describe('asking', () => {
  test('who owes money: a filtered list, a table, a sum per currency', async ({ talk }) => {
    const { calls, text } = await talk.say('Which customers owe us money?');
    expect(calls[0]).toEqual({ tool: 'customers_list', input: { owing: true } });
    expect(text).toMatch(/\| Name \|.*Open invoices.*Open amount/);
    expect(text).toMatch(/EUR.*GBP/);
  });

  test.for<[string, string, object]>([
    ['Show me overdue invoices', 'invoices_list', { overdue: true }],
    ['List open orders', 'orders_list', { status: 'open' }],
    ['Which orders are in progress?', 'orders_list', { status: 'in_progress' }],
    ['What is our bank balance?', 'bank_accounts_balances', {}],
    ['Who is on the team?', 'team_members_list', {}],
    ['Find transactions from Kavan Steel', 'transactions_search', { text: 'Kavan Steel' }],
    ['How much did we pay Kavan Steel?', 'transactions_search', { text: 'Kavan Steel' }],
    ['Payments over 1,000', 'transactions_search', { minAmount: '1000.00' }],
    ['Show customer Halden Optics', 'customers_get', { name: 'Halden Optics' }],
    ['Calculate 19% tax on 1200', 'calculate_tax', { rate: 19, amount: '1200.00' }],
    ['Forecast spending for the next 3 months', 'forecast_spending', { ahead: 3 }],
    ['How many customers do we have?', 'customers_list', {}],
  ])('%s', async ([request, tool, input], { talk }) => {
    const { calls, asked } = await talk.say(request);
    expect(calls[0]).toEqual({ tool, input });
    expect(asked).toEqual([]);
  });

  test('one invoice by its number', async ({ talk, demo }) => {
    const { reference } = await anInvoice(demo, 'paid');
    const { calls } = await talk.say(`Show invoice ${reference}`);
    expect(calls).toEqual([{ tool: 'invoices_get', input: { reference } }]);
  });

  test('a comparison of two months', async ({ tools }) => {
    const { calls, text } = await new Talk(tools, new Date('2026-11-20T08:00:00Z')).say(
      'Compare spending by category, October and November',
    );
    expect(calls).toEqual([{ tool: 'forecast_spending', input: { months: ['2026-10', '2026-11'] } }]);
    expect(text).toContain('Oct 2026');
    const [sentence = ''] = text.split('\n');
    expect(sentence).toMatch(
      /^\*\*Spending\*\* in Nov 2026: [\d,.]+ EUR, [\d,.]+ EUR (?:less|more) than in Oct 2026 \(/,
    );
    expect(sentence).toContain('Nov 2026 is not over yet.');
    expect(text).toMatch(/\| Total EUR \|(?: -?[\d,.]+ EUR \|){3}/);
  });

  test('rates are in percent', async ({ talk }) => {
    expect((await talk.say('Show categories')).text).toMatch(/\| Bank charges \| expense \| 0 % \|/);
  });

  test('a list of everything is read to its end, in six steps at most', async ({ talk }) => {
    const { calls, text } = await talk.say('Who are our customers?');
    expect(calls.length).toBeGreaterThan(1);
    expect(calls.length).toBeLessThanOrEqual(6);
    expect(text).toMatch(/\*\*[12]\d\d customers\*\*/);
  });
});

describe('writing', () => {
  test('a draft invoice, and the same again', async ({ talk, demo }) => {
    const request = 'Create a draft invoice for Halden Optics: 3 site visits at 450';
    const first = await talk.say(request);
    const lines = [{ description: 'site visits', quantity: 3, unitPrice: '450.00' }];
    expect(first.calls.map(({ tool }) => tool)).toEqual(['customers_list', 'invoice_create_draft']);
    expect(first.calls[1]?.input).toMatchObject({ lines });
    const count = () => demo.db.$count(invoices, eq(invoices.teamId, demo.teamId));
    const before = await count();
    const second = await talk.say(request);
    expect(second.calls[1]).toEqual(first.calls[1]);
    expect(second.text).toContain('Nothing was created twice');
    expect(await count()).toBe(before);
  });

  test('details of a customer', async ({ talk, demo }) => {
    await talk.say("Update Halden Optics' email to x@y.example");
    await talk.say('Change the phone of Halden Optics to +49 40 123456');
    const [row] = await demo.db.select().from(customers).where(eq(customers.name, 'Halden Optics'));
    expect(row).toMatchObject({ email: 'x@y.example', phone: '+49 40 123456' });
  });

  test('a category by another name', async ({ talk, demo }) => {
    await talk.say('Rename category Travel to Trips');
    expect(await demo.db.$count(categories, eq(categories.name, 'Trips'))).toBe(1);
    await talk.say('Rename category Trips to Travel');
    expect(await demo.db.$count(categories, eq(categories.name, 'Trips'))).toBe(0);
  });

  test('the status of an order', async ({ talk, demo }) => {
    const order = await anOpenOrder(demo);
    await talk.say(`Mark order ${order.reference} as completed`);
    const [after] = await demo.db.select().from(orders).where(eq(orders.id, order.id));
    expect(after?.status).toBe('completed');
  });

  test('an order whose reference is given when asked for', async ({ talk }) => {
    const question = await talk.say('Create an order for Halden Optics over 1,200 EUR');
    expect(question.calls).toEqual([]);
    const answer = await talk.say('SO-9000');
    expect(answer.calls.at(-1)).toMatchObject({
      tool: 'order_create',
      input: { reference: 'SO-9000', total: '1200.00' },
    });
  });

  test('an invitation', async ({ talk }) => {
    const { calls } = await talk.say('Invite paula@example.com as viewer');
    expect(calls).toEqual([
      { tool: 'team_member_invite', input: { email: 'paula@example.com', role: 'viewer' } },
    ]);
  });

  test('one that is named by its place among others', async ({ talk }) => {
    const { calls } = await talk.say('categorise the last transaction from Kavan Steel as Travel');
    const [search, categories, change] = calls;
    const found = await talk.say('last transaction from Kavan Steel');
    expect([search?.tool, categories?.input]).toEqual(['transactions_search', { name: 'Travel' }]);
    expect(change?.tool).toBe('transaction_categorize');
    expect(found.text).toContain('Travel');
    const last = await talk.say('categorise the last transaction as Travel');
    expect(last.calls.at(-1)?.tool).toBe('transaction_categorize');
    const draft = await talk.say('Finalise the latest draft invoice', 'cancel');
    expect(draft.asked.map(({ tool }) => tool)).toEqual(['finalize_invoice']);
    expect(draft.text).toMatch(/\*\*D-\d+\*\*/);
  });

  test('a payment by its day, a note by its label, lines without a colon', async ({ talk }) => {
    const { text } = await talk.say('last transaction from Kavan Steel');
    const [, day] = /\| (\d+ \w+ 20\d\d) \|/.exec(text) ?? [];
    const change = await talk.say(`Categorise the payment to Kavan Steel of ${day} as Materials`);
    expect(change.calls.at(-1)?.tool).toBe('transaction_categorize');
    const note = await talk.say('Add a note to invoice D-0118: please pay soon');
    expect(note.calls.at(-1)).toMatchObject({
      tool: 'invoice_update_draft',
      input: { note: 'please pay soon' },
    });
    const draft = await talk.say(
      'Create an invoice for Halden Optics, 2 days consulting at 600 and travel at 120',
    );
    expect(draft.calls.at(-1)?.input.lines).toEqual([
      { description: 'days consulting', quantity: 2, unitPrice: '600.00' },
      { description: 'travel', quantity: 1, unitPrice: '120.00' },
    ]);
  });

  test('a due date that is a stretch of time is told', async ({ talk }) => {
    const { calls, text } = await talk.say(
      'Create a draft invoice for Halden Optics: 1 visit at 90, due next week',
    );
    expect(text).toContain(`I assumed: due date ${calls[1]?.input.dueDate}, the last day of “next week”`);
  });

  test.for(['Invite bob@example.com as role member', 'Invite bob@example.com, role member'])(
    '%s',
    async (request, { talk }) => {
      expect((await talk.say(request)).calls[0]?.input).toEqual({ email: 'bob@example.com', role: 'member' });
    },
  );

  test('what is not offered is said, not done', async ({ demo }) => {
    const tools = await realTools({ ...demo, scopes: scopesOf('viewer') });
    for (const request of [
      'Delete customer Halden Optics',
      'Create customer Acme',
      'Invite a@b.example as viewer',
    ]) {
      const { calls, text } = await new Talk(tools).say(request);
      expect(calls).toEqual([]);
      expect(text).toContain('I cannot');
    }
  });
});

describe('destroying', () => {
  const customerIds = async (db: Parameters<typeof realTools>[0]['db']) =>
    (await db.select().from(customers).where(eq(customers.name, 'Halden Optics'))).map(({ id }) => id);

  test('says what goes, then asks; cancelled, it stays and is not tried again', async ({ talk, demo }) => {
    const [customerId] = await customerIds(demo.db);
    const { asked, order, text } = await talk.say('Delete customer Halden Optics', 'cancel');
    expect(asked).toEqual([{ tool: 'customer_delete', input: { customerId } }]);
    expect(order.slice(-3)).toEqual(['text', 'customer_delete', 'text']);
    expect(text).toMatch(/Halden Optics\*\* \(.*orders.*draft/);
    expect(text).toContain('Wrong one');
    expect(await customerIds(demo.db)).toEqual([customerId]);
  });

  test('confirmed, the answer says what was deleted', async ({ talk, demo }) => {
    const { text } = await talk.say('Please remove the customer "Halden Optics"');
    expect(await customerIds(demo.db)).toEqual([]);
    expect(text).toMatch(/Deleted Halden Optics, .*orders/);
  });

  test('a name that nobody has: nothing is asked, what comes close is named', async ({ talk }) => {
    const near = await talk.say('Delete customer Fleurs de Saisom');
    expect(near.asked).toEqual([]);
    expect(near.text).toContain('Fleurs de Saison');
    expect((await talk.say('Delete customer Nobody Ltd')).asked).toEqual([]);
  });

  test('finalise and send: two steps, each asked for, the second with the new number', async ({
    talk,
    demo,
  }) => {
    const draft = await anInvoice(demo, 'draft');
    const { asked } = await talk.say(`Finalise invoice ${draft.reference} and then send it`);
    const input = { invoiceId: draft.id };
    expect(asked).toEqual([
      { tool: 'finalize_invoice', input },
      { tool: 'invoice_send', input },
    ]);
  });

  test('an invoice that is not the named customer’s is not sent', async ({ talk, demo }) => {
    const invoice = await anInvoice(demo, 'finalised');
    const { asked, text } = await talk.say(`Send invoice ${invoice.reference} to Bramwell Joinery`);
    expect(asked).toEqual([]);
    expect(text).toContain('Bramwell Joinery');
  });

  test('orders, accounts, old records and members', async ({ talk, demo }) => {
    const order = await anOpenOrder(demo);
    const requests: [string, string, unknown][] = [
      [`Cancel order ${order.reference}`, 'order_cancel', { orderId: order.id }],
      ['Archive records older than 2024-01-01', 'bulk_archive_old_records', { before: '2024-01-01' }],
      ['Close the savings account', 'close_account', expect.anything()],
      ['Remove Noor Haddad from the team', 'team_member_remove', expect.anything()],
    ];
    for (const [request, tool, input] of requests) {
      expect((await talk.say(request)).asked, request).toEqual([{ tool, input }]);
    }
    const [savings] = await demo.db
      .select()
      .from(bankAccounts)
      .where(eq(bankAccounts.name, 'Reserve savings'));
    expect(savings?.status).toBe('closed');
  });

  test('“it” right after it was created is what was created', async ({ talk }) => {
    await talk.say('Add customer Brambly Hedge Ltd');
    const { asked } = await talk.say('Delete it');
    expect(asked.map(({ tool }) => tool)).toEqual(['customer_delete']);
  });
});

test('a name that is a day, after “called”', async ({ talk }) => {
  const { calls } = await talk.say('Create a customer called monday');
  expect(calls).toMatchObject([{ tool: 'customer_create', input: { name: 'monday' } }]);
});
