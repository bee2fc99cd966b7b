/** Queries of invoices, with their customer's name and their lines. */
import { and, asc, desc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { customers, invoiceLines, invoices } from '../schema/company';
import type { Caller } from './change';
import { contains, type Page, utcToday } from './page';

type Invoice = typeof invoices.$inferSelect;

export interface InvoiceRow {
  invoice: Invoice;
  customerName: string;
  /** Days since the due date of an unpaid invoice; 0 if paid, a draft or not due yet. */
  daysLate: number;
}

export interface InvoiceFilter {
  customerId?: string | undefined;
  status?: Invoice['status'] | undefined;
  /** Finalised or sent, and not paid. */
  unpaid?: boolean | undefined;
  /** Unpaid and past the due date. */
  overdue?: boolean | undefined;
  /** Both inclusive. */
  dueAfter?: string | undefined;
  dueBefore?: string | undefined;
  /** Part of the reference. */
  reference?: string | undefined;
  archived?: boolean | undefined;
}

/** By due date, oldest first, or newest first by the day of issue (for a draft: the day of its creation). */
export type InvoiceOrder = 'due' | 'newest';

/** A day and the invoice's id; the day is the one used for ordering. */
export type InvoicePosition = [day: string, invoiceId: string];

const UNPAID = ['finalised', 'sent'] as const;
const isUnpaid = inArray(invoices.status, UNPAID);
const issueDay = sql`coalesce(${invoices.issuedAt}, (${invoices.createdAt} at time zone 'utc')::date)`;
const daysLate = sql<number>`case when ${isUnpaid} then greatest(0, ${utcToday} - ${invoices.dueDate}) else 0 end`;

/** Invoices of the team. If ordered by due date, those without one are left out. */
export async function listInvoices(
  caller: Caller,
  filter: InvoiceFilter,
  order: InvoiceOrder,
  page: Page<InvoicePosition>,
): Promise<InvoiceRow[]> {
  const { after, limit } = page;
  if (order === 'due') {
    const isAfter = after && sql`(${invoices.dueDate}, ${invoices.id}) > (${after[0]}::date, ${after[1]})`;
    const conditions = and(matches(filter), sql`${invoices.dueDate} is not null`, isAfter ?? undefined);
    return select(caller, conditions).orderBy(asc(invoices.dueDate), asc(invoices.id)).limit(limit);
  }
  const isAfter = after && sql`(${issueDay}, ${invoices.id}) < (${after[0]}::date, ${after[1]})`;
  return select(caller, and(matches(filter), isAfter ?? undefined))
    .orderBy(desc(issueDay), desc(invoices.id))
    .limit(limit);
}

/** One invoice of the team with its lines, by id or by its exact reference. */
export async function findInvoice(
  caller: Caller,
  key: { id: string } | { reference: string },
): Promise<(InvoiceRow & { lines: (typeof invoiceLines.$inferSelect)[] }) | null> {
  const isMeant = 'id' in key ? eq(invoices.id, key.id) : eq(invoices.reference, key.reference);
  const [row] = await select(caller, isMeant);
  if (!row) return null;
  caller.signal.throwIfAborted();
  const lines = await caller.db
    .select()
    .from(invoiceLines)
    .where(eq(invoiceLines.invoiceId, row.invoice.id))
    .orderBy(asc(invoiceLines.position));
  return { ...row, lines };
}

function select(caller: Caller, conditions: SQL | undefined) {
  caller.signal.throwIfAborted();
  return caller.db
    .select({ invoice: invoices, customerName: customers.name, daysLate })
    .from(invoices)
    .innerJoin(customers, eq(customers.id, invoices.customerId))
    .where(and(eq(invoices.teamId, caller.teamId), conditions));
}

function matches(filter: InvoiceFilter): SQL | undefined {
  const { customerId, status, dueAfter, dueBefore, reference } = filter;
  return and(
    customerId === undefined ? undefined : eq(invoices.customerId, customerId),
    status && eq(invoices.status, status),
    filter.unpaid || filter.overdue ? isUnpaid : undefined,
    filter.overdue ? sql`${invoices.dueDate} < ${utcToday}` : undefined,
    dueAfter === undefined ? undefined : gte(invoices.dueDate, dueAfter),
    dueBefore === undefined ? undefined : lte(invoices.dueDate, dueBefore),
    reference === undefined ? undefined : contains(invoices.reference, reference),
    eq(invoices.archived, filter.archived ?? false),
  );
}
