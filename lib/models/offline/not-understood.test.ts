/** Nothing is written, and no card is asked for, as long as words are left over that could change what is meant. */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { customers } from '@/db/schema/company';
import { test as base } from '@/mcp/testing/test';
import { realTools } from './testing/real-tools';
import { Talk, TODAY } from './testing/talk';

const test = base
  .extend('tools', { scope: 'file' }, ({ demo }) => realTools(demo))
  .extend('talk', ({ tools }) => new Talk(tools, TODAY));

const WRITES = /create|update|delete|cancel|invite|categorize|finalize|send|archive|close|remove/;

describe('a value is taken whole, without its marks', () => {
  test.for<[string, string]>([
    ['add a new customer called **Bold**', 'Bold'],
    ['Add a customer named "**Quoted**"', 'Quoted'],
    ["Add customer O'Neill's Pub", "O'Neill's Pub"],
    ['Add customer bold street coffee & tea', 'bold street coffee & tea'],
    ["Create customer Kim's", "Kim's"],
    ["Create customer Joe's with email joe@x.example", "Joe's"],
    ['Add customer Not Just Coffee', 'Not Just Coffee'],
    ['Create customer "Only If Ltd"', 'Only If Ltd'],
    ['Add customer A & B Partners', 'A & B Partners'],
    ['Please create a new customer for us: Blue Lagoon GmbH', 'Blue Lagoon GmbH'],
    ["Add customer Peter's Bikes in Cork, Ireland", "Peter's Bikes"],
    ['Add the company Red Kite Ltd as a customer', 'Red Kite Ltd'],
  ])('%s', async ([request, name], { talk, demo }) => {
    const { calls } = await talk.say(request);
    expect(calls).toMatchObject([{ tool: 'customer_create', input: { name } }]);
    expect(await demo.db.$count(customers, eq(customers.name, name))).toBe(1);
  });

  test.for<[string, object]>([
    ['with the note "Thank you"', { note: 'Thank you' }],
    [', note: "Thank you, all"', { note: 'Thank you, all' }],
    [' due in 30 days', { dueDate: '2026-12-18' }],
    [', due in 30 days', { dueDate: '2026-12-18' }],
    [' plus 19% tax', { taxRate: 19 }],
  ])('a draft %s', async ([more, input], { talk }) => {
    const { calls } = await talk.say(
      `Create a draft invoice for Halden Optics: 3 site visits at **450** ${more}`,
    );
    expect(calls.at(-1)?.input).toEqual({
      customerId: expect.any(String),
      lines: [{ description: 'site visits', quantity: 3, unitPrice: '450.00' }],
      ...input,
    });
  });

  test('an address in marks', async ({ talk }) => {
    const { calls } = await talk.say('Change the email of Halden Optics to `new@halden.example`');
    expect(calls.at(-1)?.input).toMatchObject({ email: 'new@halden.example' });
  });
});

describe('words that are left over are asked about', () => {
  test.for<[string, string]>([
    ['Add customer Coffee for You Ltd', 'You Ltd'],
    ['Add customer 3M Deutschland', '3'],
    ["add customer o'neill's pub", 'pub'],
    ['Create order SO-9100 for Halden Optics over 1,200 EUR for the new shop', 'shop'],
    ['Invite anna@example.com as admin, she is our new accountant', 'accountant'],
    ['Delete the inactive customer Halden Optics', 'inactive'],
    ['Delete customer Halden Optics because it is closed', 'closed'],
    ['Add customer Ärzte am Markt', 'Markt'],
    ['Delete customer Halden Optics tomorrow', 'tomorrow'],
    ['Delete customer Halden Optics and all the others', 'all'],
    ['Cancel order SO-1581 and SO-1590', 'SO-1590'],
  ])('%s', async ([request, words], { talk }) => {
    const { calls, asked, text } = await talk.say(request);
    expect([...calls, ...asked].filter(({ tool }) => WRITES.test(tool))).toEqual([]);
    expect(text).toContain(`“${words}”`);
    expect(text).toContain('Nothing was done');
  });

  test('words that say what was found have been understood', async ({ talk }) => {
    expect((await talk.say('Delete the active customer Halden Optics', 'cancel')).asked).toHaveLength(1);
    expect((await talk.say('Delete customer Halden Optics, if possible', 'cancel')).asked).toHaveLength(1);
    expect((await talk.say('DELETE CUSTOMER HALDEN OPTICS!', 'cancel')).asked).toHaveLength(1);
  });

  test('what belongs to a thing is not the thing', async ({ talk }) => {
    for (const request of [
      'Delete the draft invoices of customer Halden Optics',
      "Delete Halden Optics' draft invoices",
    ]) {
      const { asked, text } = await talk.say(request);
      expect(asked).toEqual([]);
      expect(text).toContain('Which one do you mean?');
    }
  });
});

describe('several at once are not taken for one', () => {
  test.for([
    'Send all overdue invoices',
    'Finalise all drafts invoices',
    'Cancel all orders of Halden Optics',
    'Set the email of all customers to a@b.example',
    'Create customers Alpha Ltd and Beta Ltd',
    'Create customers Alpha and Beta',
    'Create customer Alpha Ltd and Beta Ltd',
    'Delete invoice D-0118 and D-0117',
    'Invite a@x.example and b@x.example as viewers',
  ])('%s', async (request, { talk }) => {
    const { calls, asked, text } = await talk.say(request);
    expect([...calls, ...asked].filter(({ tool }) => WRITES.test(tool))).toEqual([]);
    expect(text).toContain('Nothing was done');
  });
});

describe('conditions are never judged', () => {
  test.for<[string, string]>([
    [
      'Delete customer Halden Optics, but only if it has no open invoices',
      'but only if it has no open invoices',
    ],
    ['Delete customer Halden Optics unless it owes us money', 'unless it owes us money'],
    ['Delete all customers except Halden Optics', 'except Halden Optics'],
    ['Delete customer Halden Optics. Do not delete its orders.', 'Do not delete its orders'],
    ["Finalise invoice D-0118 and then send it if it isn't late", 'if it isn'],
    ['Create a draft invoice for Halden Optics without tax: 3 visits at 450', 'without tax'],
    ['Set the status of customer Halden Optics to not active', 'not active'],
  ])('%s', async ([request, condition], { talk }) => {
    const { calls, asked, text } = await talk.say(request);
    expect([...calls, ...asked]).toEqual([]);
    expect(text).toContain(condition);
    expect(text).toMatch(/^Nothing was done/);
  });
});
