import { asc, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { invoiceLines, invoices } from '@/db/schema/company';
import { ToolError } from '@/mcp/result';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';
import { invoiceCreateDraft } from './invoice-create-draft';

const visits = { description: 'Site visit', quantity: 3, unitPrice: '450.00' };

const rowsOf = (office: Office) =>
  office.db
    .select()
    .from(invoices)
    .where(eq(invoices.teamId, office.teamId))
    .orderBy(asc(invoices.reference));

test('drafts an invoice with lines and sums in exact arithmetic', async ({ office }) => {
  const customer = await office.addCustomer({ currency: 'CHF' });
  const lines = [visits, { description: 'Travel', quantity: 1.005, unitPrice: '1.00' }];
  const asked = { customerId: customer.id, lines, taxRate: 19, dueDate: '2027-01-31', note: 'Thanks' };
  const answer = await office.run(invoiceCreateDraft, asked);
  const sums = { subtotalMinor: 1351_01, taxMinor: 256_69, totalMinor: 1607_70 };
  const [row] = await rowsOf(office);
  expect(row).toMatchObject({
    ...sums,
    taxRate: 1900,
    currency: 'CHF',
    status: 'draft',
    reference: 'D-0001',
  });
  const invoice = {
    id: row?.id,
    subtotal: '1351.01',
    tax: '256.69',
    total: '1607.70',
    dueDate: '2027-01-31',
  };
  expect(answer).toMatchObject({ created: true, invoice: { ...invoice, customerName: customer.name } });
  const lineRows = await office.db
    .select()
    .from(invoiceLines)
    .where(eq(invoiceLines.invoiceId, `${row?.id}`));
  expect(lineRows.map(({ position, amountMinor }) => [position, amountMinor])).toEqual([
    [1, 1350_00],
    [2, 1_01],
  ]);
});

describe('the same again', () => {
  test('ten at the same time make one draft', async ({ office }) => {
    const { id: customerId } = await office.addCustomer();
    const asked = { customerId, lines: [visits] };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => office.run(invoiceCreateDraft, asked)),
    );
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(await rowsOf(office)).toHaveLength(1);
  });

  test('by reference it is found whatever else is asked, also once it is sent', async ({ office }) => {
    const { id: customerId } = await office.addCustomer();
    const asked = { customerId, lines: [visits], reference: '2026-117' };
    await office.run(invoiceCreateDraft, asked);
    await office.db.update(invoices).set({ status: 'sent' }).where(eq(invoices.teamId, office.teamId));
    const existing = await rowsOf(office);
    const again = { ...asked, lines: [{ ...visits, quantity: 5 }] };
    expect(await office.run(invoiceCreateDraft, again)).toMatchObject({ created: false });
    expect(await rowsOf(office)).toEqual(existing);
  });

  test('without the reference a draft that was made with one is found', async ({ office }) => {
    const { id: customerId } = await office.addCustomer();
    await office.run(invoiceCreateDraft, { customerId, lines: [visits], reference: '2026-117' });
    const again = await office.run(invoiceCreateDraft, { customerId, lines: [visits] });
    expect(again).toMatchObject({ created: false, invoice: { reference: '2026-117' } });
  });
});

test.for([
  { lines: [{ ...visits, quantity: 4 }] },
  { lines: [{ ...visits, unitPrice: '450.01' }] },
  { lines: [visits, visits] },
  { dueDate: '2027-01-31' },
  { reference: '2026-117' },
])('another one: %o', async (difference, { office }) => {
  const { id: customerId } = await office.addCustomer();
  await office.run(invoiceCreateDraft, { customerId, lines: [visits] });
  const answer = await office.run(invoiceCreateDraft, { customerId, lines: [visits], ...difference });
  expect(answer).toMatchObject({ created: true });
});

test('after finalising the same content is a new draft: next month is billed like this one', async ({
  office,
}) => {
  const { id: customerId } = await office.addCustomer();
  await office.run(invoiceCreateDraft, { customerId, lines: [visits] });
  await office.db.update(invoices).set({ status: 'sent' }).where(eq(invoices.teamId, office.teamId));
  const answer = await office.run(invoiceCreateDraft, { customerId, lines: [visits] });
  expect(answer).toMatchObject({ created: true, invoice: { reference: 'D-0002' } });
});

test('different drafts at the same time get different numbers, after the highest', async ({ office }) => {
  const { id: customerId } = await office.addCustomer();
  for (const reference of ['D-0009', 'D-12', 'D-x', 'D-13-a', 'INV-0044']) {
    await office.addInvoice(customerId, { reference });
  }
  const creating = Array.from({ length: 8 }, (_, index) =>
    office.run(invoiceCreateDraft, { customerId, lines: [{ ...visits, quantity: index + 1 }] }),
  );
  const answers = await Promise.all(creating);
  const references = answers.map(({ invoice }) => (invoice as { reference: string }).reference).sort();
  expect(references).toEqual(Array.from({ length: 8 }, (_, index) => `D-00${13 + index}`));
});

test('a number that somebody chose as high as it goes does not end the numbers', async ({ office }) => {
  const { id: customerId } = await office.addCustomer();
  const nines = '9'.repeat(38);
  await office.run(invoiceCreateDraft, { customerId, lines: [visits], reference: `D-${nines}` });
  for (const [quantity, last] of [
    [1, '0'],
    [2, '1'],
  ] as const) {
    const lines = [{ ...visits, quantity }];
    const { invoice } = await office.run(invoiceCreateDraft, { customerId, lines });
    expect(invoice).toMatchObject({ reference: `D-1${'0'.repeat(37)}${last}` });
  }
});

test("other customers' references and other teams' customers are refused", async ({ office }) => {
  const [one, other] = [await office.addCustomer(), await office.addCustomer()];
  await office.addInvoice(one.id, { reference: '2026-117' });
  const foreign = await (await Office.open(office.db)).addCustomer();
  const before = await rowsOf(office);
  for (const customerId of [other.id, foreign.id]) {
    const creating = office.run(invoiceCreateDraft, { customerId, lines: [visits], reference: '2026-117' });
    await expect(creating).rejects.toThrow(ToolError);
  }
  expect(await rowsOf(office)).toEqual(before);
});

test.for([
  [{ ...visits, unitPrice: '-450.00' }],
  [{ ...visits, quantity: 1_000_000, unitPrice: '100000000.00' }],
])('impossible sums are refused: %o', async (lines, { office }) => {
  const { id: customerId } = await office.addCustomer();
  await expect(office.run(invoiceCreateDraft, { customerId, lines })).rejects.toThrow(ToolError);
  expect(await rowsOf(office)).toEqual([]);
});

test.for([
  { quantity: 0 },
  { quantity: -1 },
  { quantity: 1.0005 },
  { unitPrice: '1.005' },
  { unitPrice: 450 },
])('a line with %o is no line', (wrong) => {
  const lines = [{ ...visits, ...wrong }];
  expect(invoiceCreateDraft.input.safeParse({ customerId: 'cus_1', lines }).success).toBe(false);
});
