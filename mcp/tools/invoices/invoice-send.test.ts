import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { invoices, outbox } from '@/db/schema/company';
import { fingerprint } from '@/db/testing/fingerprint';
import { ToolError } from '@/mcp/result';
import { meeting } from '@/mcp/testing/meeting';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';
import { invoiceSend, invoiceSendPreview } from './invoice-send';

const mailsOf = (office: Office) => office.db.select().from(outbox).where(eq(outbox.teamId, office.teamId));

test('a finalised invoice is sent: status and mail together', async ({ office }) => {
  const customer = await office.addCustomer({ name: 'Halden\r\nBcc: x', email: 'office@halden.test' });
  const issued = { reference: 'INV-1182', issuedAt: '2026-11-01', dueDate: '2026-12-01' };
  const invoice = await office.addInvoice(customer.id, { status: 'finalised', ...issued });
  const { lines } = await office.run(invoiceSendPreview, { invoiceId: invoice.id });
  expect(lines).toContainEqual({ label: 'Invoice', value: 'INV-1182', amount: '1,350.00 EUR' });
  expect(lines).toContainEqual({ label: 'Mail to', value: 'office@halden.test' });
  const answer = await office.run(invoiceSend, { invoiceId: invoice.id });
  expect(answer).toMatchObject({ success: true, reference: 'INV-1182' });
  const [row] = await office.db.select().from(invoices).where(eq(invoices.id, invoice.id));
  expect(row).toMatchObject({ status: 'sent' });
  expect(row?.sentAt).toBeInstanceOf(Date);
  const mails = await mailsOf(office);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ recipient: 'office@halden.test', status: 'pending' });
  expect(mails[0]?.id).toContain(invoice.id);
  expect(mails[0]?.subject).not.toMatch(/[\r\n]/);
  expect(mails[0]?.body).toContain('1,350.00 EUR');
});

test('of ten at the same time one is sent', async ({ office }) => {
  const customer = await office.addCustomer();
  const { id: invoiceId } = await office.addInvoice(customer.id, { status: 'finalised' });
  const lock = sql`select 1 from invoices where id = ${invoiceId} for update`;
  const sending = Array.from({ length: 10 }, () => () => office.run(invoiceSend, { invoiceId }));
  const outcomes = await meeting(office.db, lock, sending);
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(failed).toHaveLength(9);
  for (const { reason } of failed) expect(reason).toBeInstanceOf(ToolError);
  expect(await mailsOf(office)).toHaveLength(1);
});

test.for(['draft', 'sent', 'paid'] as const)(
  'an invoice that is %s is refused',
  async (status, { office }) => {
    const customer = await office.addCustomer();
    const invoice = await office.addInvoice(customer.id, { status });
    const before = await fingerprint(office.db);
    for (const tool of [invoiceSend, invoiceSendPreview]) {
      await expect(office.run(tool, { invoiceId: invoice.id })).rejects.toThrow(ToolError);
    }
    expect(await fingerprint(office.db)).toEqual(before);
  },
);

test('without an address nothing is sent, nor for another team', async ({ office }) => {
  const customer = await office.addCustomer({ email: null });
  const unreachable = await office.addInvoice(customer.id, { status: 'finalised' });
  const other = await Office.open(office.db);
  const foreign = await other.addInvoice((await other.addCustomer()).id, { status: 'finalised' });
  const before = await fingerprint(office.db);
  for (const { id } of [unreachable, foreign]) {
    await expect(office.run(invoiceSend, { invoiceId: id })).rejects.toThrow(ToolError);
    await expect(office.run(invoiceSendPreview, { invoiceId: id })).rejects.toThrow(ToolError);
  }
  expect(await fingerprint(office.db)).toEqual(before);
});
