/** Questions whose answer the rows hold, and no parameter: what is left out, in which order, which page. */
import { describe, expect } from 'vitest';
import { test as base } from '@/mcp/testing/test';
import { realTools } from './testing/real-tools';
import { Talk } from './testing/talk';

const test = base
  .extend('tools', { scope: 'file' }, ({ demo }) => realTools(demo))
  .extend('talk', ({ tools }) => new Talk(tools, new Date()));

/** The cells of one column of the answer's first table. */
function column(text: string, name: string): string[] {
  const [head, , ...rows] = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const at = head?.indexOf(name) ?? -1;
  return rows.map((cells) => cells[at] ?? '');
}

const figures = (text: string, name: string) =>
  column(text, name).map((cell) => Number(cell.replace(/[^\d.-]/g, '')));

describe('what is not wanted', () => {
  test('a value among several: every other one', async ({ talk }) => {
    const { calls, text } = await talk.say('Which customers are not active?');
    expect(calls[0]).toEqual({ tool: 'customers_list', input: {} });
    expect(text).toContain('customers** (are not active)');
    expect(new Set(column(text, 'Status'))).toEqual(new Set(['inactive', 'archived']));
  });

  test.for<[string, string, object]>([
    ['invoices not paid', 'invoices_list', { unpaid: true }],
    ["Show invoices that haven't been paid yet", 'invoices_list', { unpaid: true }],
    ['bank accounts that are not open', 'bank_accounts_list', { status: 'closed' }],
    ['transactions without a category', 'transactions_list', { uncategorized: true }],
  ])('%s: what the schema has a word for', async ([request, tool, input], { talk }) => {
    expect((await talk.say(request)).calls[0]).toEqual({ tool, input });
  });

  test('names and missing details', async ({ talk }) => {
    const others = await talk.say('unpaid invoices not from Marlowe Accountants');
    expect(column(others.text, 'Customer')).not.toContain('Marlowe Accountants');
    const { text } = await talk.say('customers without phone');
    expect(text).toContain('(without phone)');
    expect(text).not.toContain('+353');
  });

  test('what the rows do not tell is said, not answered as if it were heeded', async ({ talk }) => {
    expect((await talk.say('customers that do not owe us money')).text).toMatch(
      /^I could not apply “do not owe”/,
    );
    expect((await talk.say('Which customers bought something this year?')).text).toMatch(
      /^I could not take into account: “bought”\.\s+I could not apply “this year”/,
    );
    expect((await talk.say('customers in Atlantis')).text).toContain('I found no customers');
  });

  test('words in small letters are looked for as well', async ({ talk }) => {
    expect((await talk.say('customers in hamburg')).text).toMatch(
      /^\*\*\d+ customers\*\* \(mentioning “hamburg”\)/,
    );
  });
});

describe('one thing', () => {
  test('what is asked of it is told, also that there is nothing', async ({ talk }) => {
    const email = await talk.say('What is the email of Halden Optics?');
    expect(email.text).toMatch(/^\*\*Halden Optics\*\*\n\n[\s\S]*- Email: \S+@/);
    expect((await talk.say('Find the phone number of Marlowe Accountants')).text).toContain('- Phone: –');
    const paid = await talk.say('Is invoice INV-2976 paid?');
    expect(paid.calls[0]?.input).toEqual({ reference: 'INV-2976' });
    expect(paid.text).toContain('- Paid at: –');
    expect(paid.text).not.toContain('could not');
  });
});

describe('places, days and sums', () => {
  test.for<[string, string, object]>([
    ['Show all customers from Germany', 'customers_list', {}],
    ['Which customers are from Dublin and inactive?', 'customers_list', { status: 'inactive' }],
    [
      'Transactions between 1 and 15 October 2026',
      'transactions_list',
      { from: '2026-10-01', to: '2026-10-15' },
    ],
    [
      'What is 23% VAT included in 1,230?',
      'calculate_tax',
      { rate: 23, amount: '1230.00', amountIs: 'gross' },
    ],
  ])('%s', async ([request, tool, input], { talk }) => {
    const { calls, text } = await talk.say(request);
    expect(calls[0]).toEqual({ tool, input });
    expect(text).not.toMatch(/no customers|could not/);
  });

  test('days are looked for in the day that is spoken of, never in another', async ({ tools }) => {
    const talk = new Talk(tools, new Date('2026-11-20T08:00:00Z'));
    const paid = await talk.say('Which invoices were paid in October?');
    expect(paid.calls[0]?.input).toEqual({ status: 'paid' });
    const days = column(paid.text, 'Paid at');
    expect(days.length).toBeGreaterThan(5);
    expect(days.filter((day) => !day.endsWith('Oct 2026'))).toEqual([]);
    const orders = await talk.say('Orders since 1 November');
    expect(orders.text).toMatch(/^\*\*\d+ orders\*\* \(ordered at since 1 Nov 2026\)/);
    expect((await talk.say('Invoices due before 1 December')).calls[0]?.input).toEqual({
      dueBefore: '2026-12-01',
    });
    expect((await talk.say('invoices due in January')).calls[0]?.input).toMatchObject({
      dueAfter: '2027-01-01',
    });
  });

  test('neither of two', async ({ talk }) => {
    const { text } = await talk.say('Show orders that are neither completed nor cancelled');
    expect(new Set(column(text, 'Status'))).not.toContain('completed');
    expect(new Set(column(text, 'Status'))).not.toContain('cancelled');
  });

  test('a sum that is asked for comes first', async ({ talk }) => {
    expect((await talk.say('Total of unpaid invoices')).text).toMatch(/^Total of all \d+: \*\*/);
  });

  test('a year has all its months up to now, and their sum', async ({ tools }) => {
    const talk = new Talk(tools, new Date('2026-11-20T08:00:00Z'));
    const { calls, text } = await talk.say('How much did we spend on travel this year?');
    expect(calls[0]?.input.months).toHaveLength(11);
    expect(text).toMatch(/^\*\*Spending\*\* from Jan 2026 to Nov 2026: [\d,.]+ EUR\./);
    expect(text).toContain('| Nov 2026 |');
  });

  test('what nothing here can do is said', async ({ talk }) => {
    const { calls, text } = await talk.say('Export all invoices to Excel');
    expect(calls).toEqual([]);
    expect(text).toContain('no tool here to export');
  });
});

describe('in which order', () => {
  test('the largest, cut to the number that is asked for, from all pages', async ({ talk }) => {
    const { calls, text } = await talk.say('5 biggest unpaid invoices');
    expect(calls.length).toBeGreaterThan(1);
    const totals = figures(text, 'Total');
    expect(totals).toHaveLength(5);
    expect(totals).toEqual([...totals].sort((a, b) => b - a));
    expect(text).toMatch(/\*\*5\*\* of \d+ invoices \(unpaid\), sorted by total, largest first/);
  });

  test('by what is said', async ({ talk }) => {
    const { calls, text } = await talk.say('top 5 customers by open amount');
    expect(calls[0]).toEqual({ tool: 'customers_list', input: { owing: true } });
    const amounts = figures(text, 'Open amount');
    expect(amounts).toHaveLength(5);
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
    const cities = column((await talk.say('customers sorted by city')).text, 'City');
    expect(cities).toEqual([...cities].sort((a, b) => a.localeCompare(b, 'en')));
  });

  test('the oldest, and a single one', async ({ talk }) => {
    const { text } = await talk.say('Show the 3 oldest unpaid invoices');
    const days = column(text, 'Issued at').map((day) => Date.parse(day));
    expect(days).toHaveLength(3);
    expect(days).toEqual([...days].sort((a, b) => a - b));
    const one = await talk.say('Which customer owes us the most?');
    expect(column(one.text, 'Name')).toHaveLength(1);
  });

  test('what lists the newest first need not be read to its end', async ({ talk }) => {
    const { calls, text } = await talk.say('last 3 orders');
    expect(calls).toEqual([{ tool: 'orders_list', input: {} }]);
    expect(column(text, 'Reference')).toHaveLength(3);
  });

  test('only a part of the rows was read: that is said', async ({ talk }) => {
    expect((await talk.say('What is our largest invoice?')).text).toMatch(
      /there are more than the \d+ that I read/,
    );
  });

  test('no row tells it: that is said', async ({ talk }) => {
    expect((await talk.say('Who is our biggest customer?')).text).toMatch(/^I could not apply “biggest”/);
  });
});

describe('which rows these are', () => {
  test('from page to page', async ({ talk }) => {
    expect((await talk.say('Show invoices')).text).toContain('The first **20** invoices; there are more');
    const second = await talk.say('more');
    expect(second.text).toMatch(/^Invoices \*\*21 to 45\*\*/);
    const third = await talk.say('next page');
    expect(third.text).toMatch(/^Invoices \*\*46 to 70\*\*/);
    const references = [second, third].flatMap(({ text }) => column(text, 'Reference'));
    expect(new Set(references).size).toBe(50);
  });

  test('of a list that was read to its end, without another call', async ({ talk }) => {
    expect((await talk.say('Show all customers')).text).toMatch(/here are \*\*1 to 25\*\*/);
    const { calls, text } = await talk.say('more');
    expect(calls).toEqual([]);
    expect(text).toMatch(/^Customers \*\*26 to 50\*\* of 2\d\d/);
    await talk.say('Show the 3 oldest unpaid invoices');
    expect((await talk.say('more')).text).toContain('nothing more');
  });
});

describe('reading is not writing', () => {
  test.for<[string, string]>([
    ['orders of Halden Optics', 'orders_list'],
    ['Show orders of Halden Optics', 'orders_list'],
    ['open orders', 'orders_list'],
    ['draft invoices', 'invoices_list'],
    ['What did we earn last month?', 'transactions_list'],
    ['How much money did we receive in October?', 'transactions_list'],
    ['What did we spend last month?', 'forecast_spending'],
  ])('%s: %s', async ([request, tool], { talk }) => {
    expect((await talk.say(request)).calls[0]?.tool).toBe(tool);
  });

  test('what we earned is what came in', async ({ talk }) => {
    const { calls, text } = await talk.say('What did we earn last month?');
    expect(calls[0]?.input).toMatchObject({ direction: 'in' });
    expect(Math.min(...figures(text, 'Amount'))).toBeGreaterThan(0);
    expect(text).toMatch(/Amount of all \d+: \*\*/);
  });

  test('a word to look for is looked for', async ({ talk }) => {
    expect((await talk.say('transactions mentioning "Kavan"')).calls[0]?.input).toEqual({ text: 'Kavan' });
  });
});
