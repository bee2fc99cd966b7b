/** Reading customers, also by how much they owe. */
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../client';
import { customers, invoices, orders } from '../schema/company';
import type { Caller } from './change';
import { contains, type Page, utcToday } from './page';

export type CustomerRow = typeof customers.$inferSelect;

export interface CustomerFilter {
  status?: CustomerRow['status'] | undefined;
  /** Part of the name. */
  name?: string | undefined;
}

/** Names are unique in a team, so a name serves as the position of a page. */
export type CustomerPosition = [name: string];
export type DebtorPosition = [openMinor: number, customerId: string, currency: string];

/** A customer with unpaid invoices; one row per currency. */
export interface DebtorRow {
  customer: CustomerRow;
  /** Unpaid total of the invoices, in minor units of `currency`. */
  openMinor: number;
  currency: string;
  openInvoices: number;
  oldestDueDate: string | null;
  /** Days since the oldest due date, 0 when nothing is due yet. */
  daysLate: number;
}

/** Statuses of invoices that were issued and not paid. */
const UNPAID = ['finalised', 'sent'] as const;

/** Customers of the team, sorted by name. */
export async function listCustomers(
  caller: Caller,
  filter: CustomerFilter,
  page: Page<CustomerPosition>,
): Promise<CustomerRow[]> {
  caller.signal.throwIfAborted();
  const after = page.after && sql`lower(${customers.name}) > lower(${page.after[0]})`;
  return caller.db
    .select()
    .from(customers)
    .where(and(matches(caller, filter), after ?? undefined))
    .orderBy(asc(sql`lower(${customers.name})`))
    .limit(page.limit);
}

/** Customers with unpaid finalised or sent invoices, the largest sum first. */
export async function listDebtors(
  caller: Caller,
  filter: CustomerFilter,
  page: Page<DebtorPosition>,
): Promise<DebtorRow[]> {
  caller.signal.throwIfAborted();
  const open = caller.db
    .select({
      customerId: invoices.customerId,
      currency: invoices.currency,
      openMinor: sql<number>`sum(${invoices.totalMinor})::bigint`.mapWith(Number).as('open_minor'),
      openInvoices: sql<number>`count(*)::int`.as('open_invoices'),
      oldestDueDate: sql<string | null>`min(${invoices.dueDate})::text`.as('oldest_due_date'),
      daysLate: sql<number>`greatest(0, ${utcToday} - min(${invoices.dueDate}))`.as('days_late'),
    })
    .from(invoices)
    .where(and(eq(invoices.teamId, caller.teamId), inArray(invoices.status, UNPAID)))
    .groupBy(invoices.customerId, invoices.currency)
    .as('open');
  return caller.db
    .select({
      customer: customers,
      openMinor: open.openMinor,
      currency: open.currency,
      openInvoices: open.openInvoices,
      oldestDueDate: open.oldestDueDate,
      daysLate: open.daysLate,
    })
    .from(open)
    .innerJoin(customers, eq(customers.id, open.customerId))
    .where(and(matches(caller, filter), page.after ? isAfter(page.after) : undefined))
    .orderBy(desc(open.openMinor), asc(open.customerId), asc(open.currency))
    .limit(page.limit);

  function isAfter([openMinor, customerId, currency]: DebtorPosition): SQL {
    const less = sql`${open.openMinor} < ${openMinor}`;
    const sameSum = sql`${open.openMinor} = ${openMinor}`;
    const later = sql`(${open.customerId}, ${open.currency}) > (${customerId}, ${currency})`;
    return sql`(${less} or (${sameSum} and ${later}))`;
  }
}

/** Whether the team has an active customer of exactly this name. */
export async function hasCustomer(db: Queryable, teamId: string, name: string): Promise<boolean> {
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.teamId, teamId), eq(customers.name, name), eq(customers.status, 'active')));
  return rows.length > 0;
}

export interface CustomerOverview {
  customer: CustomerRow;
  orders: number;
  draftInvoices: number;
  openInvoices: number;
  paidInvoices: number;
  /** Unpaid finalised and sent invoices, in minor units, by currency. */
  open: { currency: string; openMinor: number }[];
}

/** One customer of the team, by id or by exact name (ignoring case), with counts of their records. */
export async function findCustomerOverview(
  caller: Caller,
  key: { id: string } | { name: string },
): Promise<CustomerOverview | null> {
  caller.signal.throwIfAborted();
  const isMeant = 'id' in key ? eq(customers.id, key.id) : sql`lower(${customers.name}) = lower(${key.name})`;
  const [customer] = await caller.db
    .select()
    .from(customers)
    .where(and(eq(customers.teamId, caller.teamId), isMeant));
  if (!customer) return null;

  caller.signal.throwIfAborted();
  const orderCount = await caller.db.$count(
    orders,
    and(eq(orders.teamId, caller.teamId), eq(orders.customerId, customer.id)),
  );
  caller.signal.throwIfAborted();
  const sums = await caller.db
    .select({
      status: invoices.status,
      currency: invoices.currency,
      count: sql<number>`count(*)::int`,
      minor: sql<number>`sum(${invoices.totalMinor})::bigint`.mapWith(Number),
    })
    .from(invoices)
    .where(and(eq(invoices.teamId, caller.teamId), eq(invoices.customerId, customer.id)))
    .groupBy(invoices.status, invoices.currency);
  return { customer, orders: orderCount, ...summary(sums) };
}

type StatusSum = {
  status: (typeof invoices.$inferSelect)['status'];
  currency: string;
  count: number;
  minor: number;
};

function summary(sums: StatusSum[]): Omit<CustomerOverview, 'customer' | 'orders'> {
  const isOpen = ({ status }: StatusSum) => UNPAID.some((unpaid) => unpaid === status);
  const countOf = (group: StatusSum[]) => group.reduce((count, sum) => count + sum.count, 0);
  const open = new Map<string, number>();
  for (const { currency, minor } of sums.filter(isOpen)) {
    open.set(currency, (open.get(currency) ?? 0) + minor);
  }
  return {
    draftInvoices: countOf(sums.filter(({ status }) => status === 'draft')),
    openInvoices: countOf(sums.filter(isOpen)),
    paidInvoices: countOf(sums.filter(({ status }) => status === 'paid')),
    open: [...open].map(([currency, openMinor]) => ({ currency, openMinor })),
  };
}

function matches(caller: Caller, { status, name }: CustomerFilter): SQL | undefined {
  return and(
    eq(customers.teamId, caller.teamId),
    status && eq(customers.status, status),
    name === undefined ? undefined : contains(customers.name, name),
  );
}
