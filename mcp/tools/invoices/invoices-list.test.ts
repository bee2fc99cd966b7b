import { describe, expect } from 'vitest';
import { today } from '@/db/queries/today';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';
import type { ToolsClient } from '@/mcp/testing/tools-client';

const idsOf = async (client: ToolsClient, args: Record<string, unknown> = {}) =>
  (await client.page('invoices_list', args)).data.map(({ id }) => id);

test('a row holds what may leave and nothing else', async ({ office, client }) => {
  const { id: customerId } = await office.addCustomer({ name: 'Halden Optics' });
  const invoice = await office.addInvoice(customerId, {
    taxRate: 1950,
    internalNote: 'pays late',
    draftKey: 'secret',
    note: 'Thank you',
  });
  expect((await client.page('invoices_list')).data).toEqual([
    {
      id: invoice.id,
      reference: invoice.reference,
      customerId,
      customerName: 'Halden Optics',
      status: 'draft',
      subtotal: '1350.00',
      taxRate: 19.5,
      tax: '0.00',
      total: '1350.00',
      currency: 'EUR',
      dueDate: null,
      issuedAt: null,
      sentAt: null,
      paidAt: null,
      archived: false,
      note: 'Thank you',
      createdAt: invoice.createdAt.toISOString(),
      updatedAt: invoice.updatedAt.toISOString(),
      daysLate: 0,
    },
  ]);
});

describe('the filter', () => {
  test('takes customer, status, reference and archived', async ({ office, client }) => {
    const [halden, marrow] = [await office.addCustomer(), await office.addCustomer()];
    const first = await office.addInvoice(halden.id, {
      reference: 'INV-1',
      issuedAt: '2026-01-01',
      status: 'paid',
    });
    const second = await office.addInvoice(marrow.id, { reference: 'INV-12', issuedAt: '2026-01-02' });
    const archived = await office.addInvoice(marrow.id, { reference: 'INV-0', archived: true });
    expect(await idsOf(client)).toEqual([second.id, first.id]);
    expect(await idsOf(client, { customerId: halden.id })).toEqual([first.id]);
    expect(await idsOf(client, { status: 'paid' })).toEqual([first.id]);
    expect(await idsOf(client, { reference: 'inv-12' })).toEqual([second.id]);
    expect(await idsOf(client, { archived: true })).toEqual([archived.id]);
  });

  test('knows what is unpaid, overdue, and due in a time', async ({ office, client }) => {
    const { id } = await office.addCustomer();
    const day = (days: number) => today(office.context(), { days });
    const add = async (status: 'draft' | 'finalised' | 'sent' | 'paid', days: number) =>
      (await office.addInvoice(id, { status, dueDate: await day(days) })).id;
    const [late, later] = [await add('sent', -3), await add('finalised', -30)];
    const [dueToday, soon] = [await add('sent', 0), await add('sent', 9)];
    await add('draft', -5);
    await add('paid', -7);
    await office.addInvoice(id, { status: 'sent' });

    expect(await idsOf(client, { overdue: true })).toEqual([later, late]);
    const { data } = await client.page('invoices_list', { overdue: true });
    expect(data.map(({ daysLate }) => daysLate)).toEqual([30, 3]);
    expect(await idsOf(client, { unpaid: true })).toHaveLength(5);
    const thisWeek = { dueAfter: await day(0), dueBefore: await day(9) };
    expect(await idsOf(client, thisWeek)).toEqual([dueToday, soon]);
    expect(await idsOf(client, { unpaid: true, dueBefore: await day(-3) })).toEqual([later, late]);
  });

  test.for([
    ['dueAfter', '30.11.2026'],
    ['dueBefore', '2026-02-30'],
    ['dueAfter', '0000-01-01'],
  ])('refuses %s %s', async ([field = '', value], { client }) => {
    expect(await client.fail('invoices_list', { [field]: value })).toContain(field);
  });
});

test.for([{}, { dueAfter: '2020-01-01' }])(
  'pages show every invoice of the team once with %j',
  async (filter, { office, client }) => {
    const neighbour = await Office.open(office.db);
    await neighbour.addInvoice((await neighbour.addCustomer()).id, { dueDate: '2026-01-01' });
    const { id } = await office.addCustomer();
    const ids: string[] = [];
    for (let index = 0; index < 17; index++) {
      const day = `2026-03-0${(index % 3) + 1}`;
      const issuedAt = index % 2 === 0 ? day : null;
      ids.push((await office.addInvoice(id, { dueDate: day, issuedAt })).id);
    }
    const rows = await client.everyRow('invoices_list', { ...filter, limit: 4 });
    expect(rows.map((row) => row.id).sort()).toEqual(ids.sort());
  },
);
