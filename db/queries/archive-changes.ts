/**
 * Archiving old records: paid invoices, transactions, and inactive customers with no activity since. The same condition
 * per kind serves both the preview and the change.
 */
import { and, asc, count, eq, exists, gte, lt, ne, not, or, type SQL, sum } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { customers, invoices, orders, transactions } from '../schema/company';
import { now, type TeamData } from './change';

export interface Archivable {
  /** How many there are in all. */
  count: number;
  /** The oldest of them, at most as many as requested. */
  first: { name: string; minor?: number; currency?: string }[];
  /** Their sum, by currency. */
  sums: { minor: number; currency: string }[];
}

export interface ArchivableRecords {
  invoices: Archivable;
  transactions: Archivable;
  customers: Archivable;
}

/**
 * What archiving everything before a day (YYYY-MM-DD) would touch.
 * @param shown how many of each kind are named
 */
export async function findArchivable(
  data: TeamData,
  before: string,
  shown: number,
): Promise<ArchivableRecords> {
  return {
    invoices: await archivableInvoices(data, before, shown),
    transactions: await archivableTransactions(data, before, shown),
    customers: await archivableCustomers(data, before, shown),
  };
}

/** Archives them and returns how many of each kind there were. */
export async function archive(
  data: TeamData,
  before: string,
): Promise<{ invoices: number; transactions: number; customers: number }> {
  const archivedInvoices = await data.db
    .update(invoices)
    .set({ archived: true, updatedAt: now })
    .where(oldInvoices(data, before))
    .returning({ id: invoices.id });
  const archivedTransactions = await data.db
    .update(transactions)
    .set({ archived: true, updatedAt: now })
    .where(oldTransactions(data, before))
    .returning({ id: transactions.id });
  const archivedCustomers = await data.db
    .update(customers)
    .set({ status: 'archived', updatedAt: now })
    .where(quietCustomers(data, before))
    .returning({ id: customers.id });
  return {
    invoices: archivedInvoices.length,
    transactions: archivedTransactions.length,
    customers: archivedCustomers.length,
  };
}

async function archivableInvoices(data: TeamData, before: string, shown: number): Promise<Archivable> {
  const first = await data.db
    .select({ name: invoices.reference, minor: invoices.totalMinor, currency: invoices.currency })
    .from(invoices)
    .where(oldInvoices(data, before))
    .orderBy(asc(invoices.paidAt), asc(invoices.id))
    .limit(shown);
  const found = oldInvoices(data, before);
  return { first, ...(await countAndSums(data, invoices, invoices.totalMinor, found)) };
}

async function archivableTransactions(data: TeamData, before: string, shown: number): Promise<Archivable> {
  const first = await data.db
    .select({
      day: transactions.bookedAt,
      counterparty: transactions.counterparty,
      minor: transactions.amountMinor,
      currency: transactions.currency,
    })
    .from(transactions)
    .where(oldTransactions(data, before))
    .orderBy(asc(transactions.bookedAt), asc(transactions.id))
    .limit(shown);
  const named = first.map(({ day, counterparty, ...amount }) => ({
    name: `${day} ${counterparty}`,
    ...amount,
  }));
  const found = oldTransactions(data, before);
  return { first: named, ...(await countAndSums(data, transactions, transactions.amountMinor, found)) };
}

async function archivableCustomers(data: TeamData, before: string, shown: number): Promise<Archivable> {
  const first = await data.db
    .select({ name: customers.name })
    .from(customers)
    .where(quietCustomers(data, before))
    .orderBy(asc(customers.name))
    .limit(shown);
  const [all] = await data.db.select({ count: count() }).from(customers).where(quietCustomers(data, before));
  return { first, count: all?.count ?? 0, sums: [] };
}

async function countAndSums(
  data: TeamData,
  table: typeof invoices | typeof transactions,
  amount: PgColumn,
  found: SQL | undefined,
): Promise<Pick<Archivable, 'count' | 'sums'>> {
  const perCurrency = await data.db
    .select({ currency: table.currency, minor: sum(amount).mapWith(Number), count: count() })
    .from(table)
    .where(found)
    .groupBy(table.currency)
    .orderBy(asc(table.currency));
  return {
    count: perCurrency.reduce((total, group) => total + group.count, 0),
    sums: perCurrency.map(({ currency, minor }) => ({ currency, minor })),
  };
}

function oldInvoices(data: TeamData, before: string): SQL | undefined {
  return and(
    eq(invoices.teamId, data.teamId),
    eq(invoices.status, 'paid'),
    eq(invoices.archived, false),
    lt(invoices.paidAt, before),
  );
}

function oldTransactions(data: TeamData, before: string): SQL | undefined {
  return and(
    eq(transactions.teamId, data.teamId),
    eq(transactions.archived, false),
    lt(transactions.bookedAt, before),
  );
}

/** Inactive, without any order or invoice since that day, and with nothing left to pay. */
function quietCustomers(data: TeamData, before: string): SQL | undefined {
  const start = new Date(`${before}T00:00:00Z`);
  const recentOrders = data.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.customerId, customers.id), gte(orders.orderedAt, before)));
  const recentOrOpenInvoices = data.db
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.customerId, customers.id),
        or(ne(invoices.status, 'paid'), gte(invoices.issuedAt, before), gte(invoices.paidAt, before)),
      ),
    );
  return and(
    eq(customers.teamId, data.teamId),
    eq(customers.status, 'inactive'),
    lt(customers.createdAt, start),
    not(exists(recentOrders)),
    not(exists(recentOrOpenInvoices)),
  );
}
