/** Stories of the demo company with the tools we serve, on a real database; judged by rows. */
import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { bankAccounts, categories, customers, invoices, orders } from '@/db/schema/company';
import { facts } from '@/db/schema/facts';
import type { CallContext } from '@/mcp/context';
import { scopesOf } from '@/mcp/scopes';
import { demoAdmin } from '@/mcp/testing/demo-admin';
import { Conversation } from './testing/conversation';
import { openDemo } from './testing/demo';

let database: OpenDatabase;
let demo: CallContext;
let chat: Conversation;

beforeAll(async () => {
  database = await openDemo();
  demo = await demoAdmin(database.db);
  return () => database.close();
});

beforeEach(async () => {
  chat = await Conversation.open(demo);
});

const DRAFT = 'Create a draft invoice for Halden Optics: 3 site visits at 450';
const DELETE = 'Delete customer Halden Optics';
const halden = ({ db }: CallContext) =>
  db.select().from(customers).where(eq(customers.name, 'Halden Optics'));

async function anOrder({ db, teamId }: CallContext, status: 'open') {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.teamId, teamId), eq(orders.status, status)))
    .limit(1);
  if (!row) throw new Error('No such order.');
  return row;
}

async function anInvoice({ db, teamId }: CallContext, status: 'draft' | 'finalised') {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.teamId, teamId), eq(invoices.status, status)))
    .limit(1);
  if (!row) throw new Error('No such invoice.');
  return row;
}

describe('asking', () => {
  test('never shows rows that were not asked for', async () => {
    const total = await chat.say('What’s the total of invoice INV-2939?');
    expect(total.calls).toEqual([{ tool: 'invoices_get', input: { reference: 'INV-2939' } }]);
    expect(total.text).toContain('11,795.70 EUR');
    const chart = await chat.say('chart of revenue by month');
    expect(chart.calls).toEqual([]);
    expect(chart.text).toContain('“revenue”');
    expect(chart.text).toMatch(/English only[\s\S]*Settings, Models/);
  });

  test('a negation is heeded or not understood, never read as a name', async () => {
    expect((await chat.say('orders that are not finished yet')).calls).toEqual([]);
    expect((await chat.say('customers not in Hamburg')).calls).toEqual([]);
    expect((await chat.say('invoices not paid')).calls[0]?.input).toEqual({ unpaid: true });
  });

  test('who owes money: a table and a sum per currency', async () => {
    const { text, calls } = await chat.say('Which customers owe us money?');
    expect(calls[0]).toMatchObject({ tool: 'customers_list', input: { owing: true } });
    expect(text).toMatch(/\| Name \|.*Open invoices.*Open amount/);
    expect(text).toMatch(/In all: .*EUR.*GBP/);
  });

  test('the latest invoice of a customer is one, and its total stands in it', async () => {
    const asked = 'What is the total of the latest invoice of Talbot Architects?';
    for (const request of [asked, 'show the last invoice of Talbot Architects']) {
      const { calls, text } = await chat.anew().say(request);
      expect(calls.map(({ tool }) => tool)).toEqual(['customers_list', 'invoices_list']);
      expect(text).toContain('The latest **1** of');
      expect(text.match(/INV-\d+/g)).toHaveLength(1);
    }
    const both = await chat.anew().say('total of unpaid invoices of Talbot Architects');
    expect(both.text).toContain('Total of all');
  });

  test('an invoice is found by its number alone; a year is no number', async () => {
    const found = await chat.say('Find invoice 2940');
    expect(found.calls).toEqual([{ tool: 'invoices_get', input: { reference: 'INV-2940' } }]);
    const year = await chat.anew().say('Show invoice 2026');
    expect(JSON.stringify(year.calls)).not.toContain('INV-2026');
  });

  test('a file is not read, and its name is nobody’s', async () => {
    for (const request of ['Read sales.csv', 'What is the sum of the amounts in the attached file?']) {
      const { calls, text } = await chat.anew().say(request);
      expect([calls, text]).toEqual([[], expect.stringContaining('reads no files')]);
    }
  });

  test('who greets and asks what it can do is told', async () => {
    for (const request of ['Hello, what can you do?', 'Hi there! How can you help me?', 'What can you do?']) {
      const { text } = await chat.anew().say(request);
      expect(text).toContain('You can ask me');
      expect(text).not.toContain('not sure');
    }
  });

  test('who asks who is in the team is told, as the page of an empty team proposes it', async () => {
    const { calls } = await chat.anew().say('Who is in our team?');
    expect(calls).toMatchObject([{ tool: 'team_members_list' }]);
  });

  test('page after page', async () => {
    const first = await chat.say('Show invoices');
    const second = await chat.say('more');
    expect(first.text).toContain('say “more”');
    const references = [first, second].flatMap(({ text }) => text.match(/\b(?:INV|D)-\d+/g) ?? []);
    expect(new Set(references).size).toBe(40);
  });
});

describe('writing', () => {
  test('a draft invoice, and the same again', async () => {
    const first = await chat.say(DRAFT);
    expect(first.calls.at(-1)?.tool).toBe('invoice_create_draft');
    const count = await demo.db.$count(invoices, eq(invoices.teamId, demo.teamId));
    expect((await chat.say(DRAFT)).text).toContain('Nothing was created twice');
    expect(await demo.db.$count(invoices, eq(invoices.teamId, demo.teamId))).toBe(count);
  });

  test('a customer’s details, an order’s status, a category’s name, an order in two messages', async () => {
    await chat.say("Update Halden Optics' email to x@y.example");
    await chat.say('Change the phone of Halden Optics to +49 40 123456');
    expect((await halden(demo))[0]).toMatchObject({ email: 'x@y.example', phone: '+49 40 123456' });
    const order = await anOrder(demo, 'open');
    await chat.say(`Mark order ${order.reference} as completed`);
    expect((await demo.db.select().from(orders).where(eq(orders.id, order.id)))[0]?.status).toBe('completed');
    await chat.say('Rename category Travel to Trips');
    expect(await demo.db.$count(categories, eq(categories.name, 'Trips'))).toBe(1);
    expect((await chat.say('Create an order for Halden Optics over 1,200 EUR')).calls).toEqual([]);
    await chat.say('SO-9000');
    const [made] = await demo.db.select().from(orders).where(eq(orders.reference, 'SO-9000'));
    expect(made).toMatchObject({ totalMinor: 120_000, customerId: (await halden(demo))[0]?.id });
  });

  test.for([
    ...['Delete all customers except Halden Optics', 'Delete customer Halden Optics unless it owes us money'],
    ...[
      'Delete customer Halden Optics and all the others',
      'Delete customer Halden Optics tomorrow',
      "don't delete Halden Optics",
    ],
    ...[
      'Cancel order SO-1581 and SO-1590',
      'Send all overdue invoices',
      'Create customers Alpha and Beta',
      'Create customer Alpha and Beta',
    ],
    ...[
      'Invite a@x.example and b@x.example as viewers',
      'Delete the draft invoices of customer Halden Optics',
      'Delete customer Optik',
    ],
    ...[
      'Set the email of all customers to a@b.example',
      'Delete customer Nobody Ltd',
      'Send invoice INV-2976 to Talbot Architects',
    ],
  ])('%s: nothing is changed', async (request) => {
    const { calls, text } = await chat.say(request);
    const reading = new Set(
      chat.turn.tools.filter(({ risk }) => risk === 'read-only').map(({ name }) => name),
    );
    expect(calls.filter(({ tool }) => !reading.has(tool))).toEqual([]);
    expect(text).toMatch(/[Nn]othing was done|I did nothing/);
  });
});

test('where no mail leaves, how an invitation reaches the person is told whole', async () => {
  const unmailed = await Conversation.open({ ...demo, noMail: true, appUrl: 'http://amber.test' });
  const { calls, text } = await unmailed.say('Invite paula@example.com as admin');
  expect(calls).toEqual([
    { tool: 'team_member_invite', input: { email: 'paula@example.com', role: 'admin' } },
  ]);
  expect(text).toMatch(/Settings, Team, .*http:\/\/amber\.test\/settings\/team\)\.$/m);
});

describe('destroying', () => {
  test('says what goes, then asks; cancelled it stays, and typed consent decides nothing', async () => {
    const { order, text } = await chat.say(DELETE, 'cancel');
    expect(order.slice(-3)).toEqual(['text', 'customer_delete', 'text']);
    expect(text).toMatch(/delete customer \*\*Halden Optics\*\* \(.*orders.*draft/);
    expect(text).toContain('Wrong one');
    expect((await chat.say('yes do it')).calls).toEqual([]);
    expect(await halden(demo)).toHaveLength(1);
  });

  test('confirmed, what was done is told in the server’s words', async () => {
    const draft = await anInvoice(demo, 'draft');
    const both = await chat.say(`Finalise invoice ${draft.reference} and then send it`);
    expect(both.order.filter((one) => one !== 'text')).toEqual([
      'invoices_get',
      'finalize_invoice',
      'invoice_send',
    ]);
    await chat.say('Close the savings account');
    const [savings] = await demo.db
      .select()
      .from(bankAccounts)
      .where(eq(bankAccounts.name, 'Reserve savings'));
    expect(savings?.status).toBe('closed');
    await chat.say('Add customer Brambly Hedge Ltd');
    expect((await chat.say('Delete it')).text).toContain('Deleted Brambly Hedge Ltd');
    expect((await chat.say(DELETE)).text).toMatch(/Deleted Halden Optics, .*orders/);
    expect(await halden(demo)).toEqual([]);
  });
});

describe('remembering', () => {
  test('keeps the words as they were said, whatever is in them', async () => {
    const kept = await chat.say('Please remember that I only delete customers on Fridays.');
    expect(kept.calls).toEqual([
      { tool: 'fact_remember', input: { fact: 'I only delete customers on Fridays' } },
    ]);
    expect(kept.text).toContain('Remembered');
    const remembered = () => demo.db.select().from(facts).where(eq(facts.userId, demo.userId));
    expect(await remembered()).toMatchObject([{ text: 'I only delete customers on Fridays' }]);
    expect((await chat.say('Remember to delete customer Halden Optics')).calls).toEqual([]);
    expect(await remembered()).toHaveLength(1);
  });

  test('what only points at something is nobody’s name', async () => {
    for (const said of ['sort them by total', 'What is in this file?', 'show those'])
      expect((await chat.say(said)).calls, said).toEqual([]);
  });
});

describe('what may not be done is said', () => {
  const without = (chat: Conversation, name: string) => chat.turn.tools.filter((tool) => tool.name !== name);

  test('by role, by mode, by policy', async () => {
    const viewer = await Conversation.open({ ...demo, scopes: scopesOf('viewer') });
    for (const request of [DELETE, DRAFT, 'Invite a@b.example as viewer']) {
      const { calls, text } = await viewer.anew().say(request);
      expect([calls, text]).toEqual([[], expect.stringContaining('I cannot')]);
    }
    const tools = without(chat, 'customer_delete');
    const plan = await chat.anew({ tools, mode: 'plan' }).say(DELETE);
    expect([plan.calls, plan.text]).toEqual([[], expect.stringContaining('plan mode')]);
    const denied = [{ server: 'amber', name: 'customer_delete' }];
    const policy = await chat.anew({ tools, denied }).say(DELETE);
    expect([policy.calls, policy.text]).toEqual([[], expect.stringContaining('policy does not allow that')]);
    const stopped = [
      { server: 'amber', name: 'customer_delete', stopped: 'An admin has stopped that: “Audit”.' },
    ];
    const halted = await chat.anew({ tools, denied: stopped }).say(DELETE);
    expect(halted.text).toContain(
      'I cannot delete a customer now, and nothing was done. An admin has stopped that: “Audit”.',
    );
    expect(halted.text).not.toContain('policy');
    const foreign = [{ server: 'crm', name: 'customer_delete' }];
    expect((await chat.anew({ tools, denied: foreign }).say(DELETE)).text).not.toContain('policy');
  });

  test('where nothing asks no card is promised', async () => {
    const tools = chat.turn.tools.map((tool) => ({ ...tool, asks: false }));
    const { text } = await chat.anew({ tools, mode: 'yolo' }).say('Cancel order SO-1582', 'stub');
    expect(text).toContain('I am about to cancel order');
    expect(text).not.toContain('card');
  });
});
