import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { customers, invoices, transactions } from '@/db/schema/company';
import { fingerprint } from '@/db/testing/fingerprint';
import { ToolError } from '../result';
import { Office } from '../testing/office';
import { test } from '../testing/test';
import { bulkArchiveOldRecords, bulkArchiveOldRecordsPreview } from './bulk-archive-old-records';

const before = '2024-01-01';
const long = new Date('2020-01-01');

const archivedOf = async (office: Office) => {
  const invoiceRows = await office.db
    .select({ name: invoices.reference, archived: invoices.archived })
    .from(invoices)
    .where(eq(invoices.teamId, office.teamId))
    .orderBy(asc(invoices.reference));
  const transactionRows = await office.db
    .select({ name: transactions.counterparty, archived: transactions.archived })
    .from(transactions)
    .where(eq(transactions.teamId, office.teamId))
    .orderBy(asc(transactions.counterparty));
  const customerRows = await office.db
    .select({ name: customers.name, status: customers.status })
    .from(customers)
    .where(eq(customers.teamId, office.teamId))
    .orderBy(asc(customers.name));
  return [
    ...[...invoiceRows, ...transactionRows].filter(({ archived }) => archived),
    ...customerRows.filter(({ status }) => status === 'archived'),
  ].map(({ name }) => name);
};

/** Of each kind one that is old enough, and similar ones that are not. */
async function records(office: Office) {
  const paid = { status: 'paid', issuedAt: '2023-06-01' } as const;
  const active = await office.addCustomer({ name: 'Active', createdAt: long });
  await office.addInvoice(active.id, { ...paid, reference: 'INV-1', paidAt: '2023-12-31' });
  await office.addInvoice(active.id, { ...paid, reference: 'INV-2', paidAt: '2024-01-01' });
  await office.addInvoice(active.id, { reference: 'INV-3', status: 'sent', issuedAt: '2023-01-01' });
  const account = await office.addAccount();
  await office.addTransaction(account.id, { counterparty: 'Old', bookedAt: '2023-12-31' });
  await office.addTransaction(account.id, { counterparty: 'New', bookedAt: '2024-01-01' });
  const inactive = { status: 'inactive', createdAt: long } as const;
  const quiet = await office.addCustomer({ ...inactive, name: 'Quiet' });
  await office.addOrder(quiet.id, { orderedAt: '2023-12-31' });
  await office.addCustomer({ status: 'inactive', name: 'Young' });
  const ordering = await office.addCustomer({ ...inactive, name: 'Ordering' });
  await office.addOrder(ordering.id, { orderedAt: '2024-01-01' });
  const owing = await office.addCustomer({ ...inactive, name: 'Owing' });
  await office.addInvoice(owing.id, { reference: 'INV-4', status: 'finalised', issuedAt: '2022-01-01' });
}

test('what is old is archived, and nothing that is recent or open', async ({ office }) => {
  await records(office);
  const other = await Office.open(office.db);
  await records(other);
  const { lines } = await office.run(bulkArchiveOldRecordsPreview, { before });
  expect(lines).toEqual([
    { label: '1 paid invoice', value: 'INV-1', amount: '1,350.00 EUR' },
    { label: '1 transaction', value: '2023-12-31 Old', amount: '-120.00 EUR' },
    { label: '1 inactive customer', value: 'Quiet' },
  ]);
  expect(await archivedOf(office)).toEqual([]);
  expect(await office.run(bulkArchiveOldRecords, { before })).toMatchObject({ success: true });
  expect(await archivedOf(office)).toEqual(['INV-1', 'Old', 'Quiet']);
  expect(await archivedOf(other)).toEqual([]);
});

test('the preview counts and sums what it does not name', async ({ office }) => {
  const account = await office.addAccount();
  const days = Array.from({ length: 12 }, (_, index) => `2023-01-${10 + index}`);
  for (const bookedAt of days) await office.addTransaction(account.id, { bookedAt });
  const { lines } = await office.run(bulkArchiveOldRecordsPreview, { before });
  expect(lines).toHaveLength(11);
  expect(lines).toContainEqual({ label: '', value: 'and 2 more, together', amount: '-240.00 EUR' });
});

test('less than a year ago, or nothing to archive, is refused', async ({ office }) => {
  await records(office);
  await office.run(bulkArchiveOldRecords, { before });
  const print = await fingerprint(office.db);
  const recently = new Date(Date.now() - 300 * 24 * 3600 * 1000).toISOString().slice(0, 10);
  for (const day of [recently, before]) {
    for (const tool of [bulkArchiveOldRecords, bulkArchiveOldRecordsPreview]) {
      await expect(office.run(tool, { before: day })).rejects.toThrow(ToolError);
    }
  }
  expect(await fingerprint(office.db)).toEqual(print);
});
