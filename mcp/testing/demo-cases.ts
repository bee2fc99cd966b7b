/**
 * For every tool a call that does something in the demo company. Each finds its own rows when it is created, so the
 * cases can run one after another in any order. A companion has the case of its tool.
 */
import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '@/db/client';
import type { CallContext } from '../context';

type Input = Record<string, unknown>;
export type DemoCase = (context: CallContext) => Input | Promise<Input>;

const linesOf = (quantity: number) => [{ description: 'Site visit', quantity, unitPrice: '450.00' }];

const reading: Record<string, DemoCase> = {
  customers_list: () => ({ status: 'active' }),
  customers_get: () => ({ name: 'Halden Optics' }),
  orders_list: () => ({}),
  orders_get: async (context) => ({ orderId: await anOrder(context, 'open') }),
  invoices_list: () => ({ unpaid: true }),
  invoices_get: async (context) => ({ invoiceId: await anInvoice(context, 'paid') }),
  transactions_list: () => ({}),
  transactions_search: () => ({ text: 'a' }),
  bank_accounts_list: () => ({}),
  bank_accounts_balances: () => ({}),
  categories_list: () => ({}),
  team_members_list: () => ({}),
  calculate_tax: () => ({ amount: '450.00', rate: 19 }),
  forecast_spending: () => ({}),
  web_search: () => ({ query: 'VAT rates' }),
};

const writing: Record<string, DemoCase> = {
  customer_create: () => ({ name: 'Marrow & Pike', email: 'office@marrow.test', taxId: 'DE1' }),
  customer_update: async (context) => ({ customerId: await aCustomer(context), phone: '+49 40 1' }),
  order_create: async (context) => ({
    customerId: await aCustomer(context),
    reference: 'SO-CASE',
    total: '10.00',
  }),
  order_update_status: async (context) => ({
    orderId: await anOrder(context, 'open'),
    status: 'in_progress',
  }),
  invoice_create_draft: async (context) => ({ customerId: await aCustomer(context), lines: linesOf(3) }),
  // Different lines from those of `invoice_create_draft`, whose draft this may be.
  invoice_update_draft: async (context) => ({
    invoiceId: await anInvoice(context, 'draft'),
    lines: linesOf(7),
  }),
  transaction_categorize: async (context) => {
    const [transaction] = await rowsOf<{ id: string; category: string | null }>(
      context.db,
      sql`select id, category_id as category from transactions where team_id = ${context.teamId} order by id limit 1`,
    );
    const other = sql`select id from categories where team_id = ${context.teamId} and id is distinct from ${transaction?.category ?? null}`;
    return { transactionId: transaction?.id, categoryId: await idOf(context, other) };
  },
  category_update: async (context) => ({
    categoryId: await idOf(context, sql`select id from categories where team_id = ${context.teamId}`),
    monthlyBudget: '1234.56',
  }),
  fact_remember: () => ({ fact: 'Invoices go out on Fridays.' }),
  team_member_invite: () => ({ email: 'kim@marrow.test', role: 'member' }),
};

const destroying: Record<string, DemoCase> = {
  customer_delete: async (context) => ({
    customerId: await idOf(
      context,
      sql`select id from customers where team_id = ${context.teamId} and name = 'Halden Optics'`,
    ),
  }),
  order_cancel: async (context) => ({ orderId: await anOrder(context, 'open') }),
  invoice_delete: async (context) => ({ invoiceId: await anInvoice(context, 'draft') }),
  finalize_invoice: async (context) => ({ invoiceId: await anInvoice(context, 'draft') }),
  invoice_send: async (context) => ({ invoiceId: await anInvoice(context, 'finalised') }),
  bulk_archive_old_records: async (context) => {
    const oldest = sql`select min(booked_at) + 30 as day from transactions where team_id = ${context.teamId}`;
    const [row] = await rowsOf<{ day: string }>(context.db, sql`select (${oldest})::text as day`);
    return { before: row?.day };
  },
  close_account: async (context) => ({
    accountId: await idOf(
      context,
      sql`select id from bank_accounts where team_id = ${context.teamId} and status = 'open'`,
    ),
  }),
  team_member_remove: async (context) => ({
    userId: await idOf(
      context,
      sql`select user_id as id from members where team_id = ${context.teamId} and role = 'viewer'`,
    ),
  }),
};

export const demoCases: Readonly<Record<string, DemoCase>> = { ...reading, ...writing, ...destroying };

/** A customer with an address, other than the one that is deleted. */
function aCustomer(context: CallContext): Promise<string> {
  return idOf(
    context,
    sql`select id from customers where team_id = ${context.teamId} and status = 'active' and name <> 'Halden Optics'`,
  );
}

function anOrder(context: CallContext, status: string): Promise<string> {
  return idOf(
    context,
    sql`select o.id from orders o join customers c on c.id = o.customer_id
        where o.team_id = ${context.teamId} and o.status = ${status} and c.name <> 'Halden Optics'`,
  );
}

function anInvoice(context: CallContext, status: string): Promise<string> {
  return idOf(
    context,
    sql`select i.id from invoices i join customers c on c.id = i.customer_id
        where i.team_id = ${context.teamId} and i.status = ${status}
          and c.name <> 'Halden Optics' and c.email is not null`,
  );
}

async function idOf({ db }: CallContext, statement: SQL): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(db, sql`${statement} order by 1 limit 1`);
  if (!row) throw new Error('The demo company has no such row.');
  return row.id;
}
