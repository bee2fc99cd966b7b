/**
 * What may leave the server of each entity: a schema, and the mapper that builds it from a row. A column not named here
 * (internal notes, feed tokens, hashes) cannot leave, whatever a query selects.
 */
import { z } from 'zod';
import { toDecimal } from '@/db/money';
import type { MemberRow } from '@/db/queries/team';
import type {
  bankAccounts,
  categories,
  customers,
  invoiceLines,
  invoices,
  orders,
  transactions,
} from '@/db/schema/company';
import { currency, day, id, instant, money, percent } from './fields';

/** The row's values for the fields of an output schema; timestamps are still dates. */
type Source<Output> = {
  [Field in keyof Output]: Output[Field] | (string extends Output[Field] ? Date : never);
};

/** The fields that the schema names and nothing else; timestamps as ISO 8601 in UTC. */
function only<Output extends z.ZodObject>(
  schema: Output,
  fields: Source<z.output<Output>>,
): z.output<Output> {
  const entries = Object.keys(schema.shape).map((key): [string, unknown] => {
    const value: unknown = fields[key as keyof typeof fields];
    return [key, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(entries) as z.output<Output>;
}

export const customerOutput = z.strictObject({
  id,
  name: z.string(),
  status: z.enum(['active', 'inactive', 'archived']),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  taxId: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  currency,
  createdAt: instant,
  updatedAt: instant,
});

export function toCustomer(row: typeof customers.$inferSelect): z.output<typeof customerOutput> {
  return only(customerOutput, row);
}

export const orderOutput = z.strictObject({
  id,
  reference: z.string(),
  customerId: id,
  customerName: z.string(),
  status: z.enum(['open', 'in_progress', 'completed', 'cancelled']),
  description: z.string(),
  total: money,
  currency,
  orderedAt: day,
  createdAt: instant,
  updatedAt: instant,
});

/** @param customerName of the order's customer */
export function toOrder(row: typeof orders.$inferSelect, customerName: string): z.output<typeof orderOutput> {
  return only(orderOutput, { ...row, customerName, total: toDecimal(row.totalMinor) });
}

export const invoiceOutput = z.strictObject({
  id,
  reference: z.string(),
  customerId: id,
  customerName: z.string(),
  status: z.enum(['draft', 'finalised', 'sent', 'paid']),
  subtotal: money,
  taxRate: percent,
  tax: money,
  total: money,
  currency,
  dueDate: day.nullable(),
  issuedAt: day.nullable(),
  sentAt: instant.nullable(),
  paidAt: day.nullable(),
  archived: z.boolean(),
  note: z.string(),
  createdAt: instant,
  updatedAt: instant,
});

/** @param customerName of the invoice's customer */
export function toInvoice(
  row: typeof invoices.$inferSelect,
  customerName: string,
): z.output<typeof invoiceOutput> {
  return only(invoiceOutput, {
    ...row,
    customerName,
    subtotal: toDecimal(row.subtotalMinor),
    taxRate: row.taxRate / 100,
    tax: toDecimal(row.taxMinor),
    total: toDecimal(row.totalMinor),
  });
}

export const invoiceLineOutput = z.strictObject({
  position: z.number().int().describe('1-based'),
  description: z.string(),
  quantity: z.number(),
  unitPrice: money,
  amount: money,
});

export function toInvoiceLine(
  row: Omit<typeof invoiceLines.$inferSelect, 'invoiceId'>,
): z.output<typeof invoiceLineOutput> {
  const [unitPrice, amount] = [toDecimal(row.unitPriceMinor), toDecimal(row.amountMinor)];
  return only(invoiceLineOutput, { ...row, unitPrice, amount });
}

export const bankAccountOutput = z.strictObject({
  id,
  name: z.string(),
  bank: z.string(),
  iban: z.string(),
  currency,
  status: z.enum(['open', 'closed']),
  closedAt: instant.nullable(),
});

export function toBankAccount(row: typeof bankAccounts.$inferSelect): z.output<typeof bankAccountOutput> {
  return only(bankAccountOutput, row);
}

export const categoryOutput = z.strictObject({
  id,
  name: z.string(),
  kind: z.enum(['income', 'expense']),
  taxRate: percent,
  monthlyBudget: money.nullable(),
  currency: currency.describe('Of the budget'),
});

/** Budgets are kept in the currency that new customers start with, too. */
const BUDGET_CURRENCY = 'EUR';

export function toCategory(row: typeof categories.$inferSelect): z.output<typeof categoryOutput> {
  return only(categoryOutput, {
    ...row,
    taxRate: row.taxRate / 100,
    monthlyBudget: row.monthlyBudgetMinor === null ? null : toDecimal(row.monthlyBudgetMinor),
    currency: BUDGET_CURRENCY,
  });
}

export const transactionOutput = z.strictObject({
  id,
  bookedAt: day,
  amount: money.describe('Signed decimal amount: money out is negative, such as "-120.00"'),
  currency,
  counterparty: z.string(),
  description: z.string(),
  accountId: id,
  accountName: z.string(),
  categoryId: id.nullable(),
  categoryName: z.string().nullable(),
  invoiceId: id.nullable(),
  archived: z.boolean(),
});

/** @param names of the transaction's account and of its category, if it has one */
export function toTransaction(
  row: typeof transactions.$inferSelect,
  names: { accountName: string; categoryName: string | null },
): z.output<typeof transactionOutput> {
  return only(transactionOutput, { ...row, ...names, amount: toDecimal(row.amountMinor) });
}

export const memberOutput = z.strictObject({
  id: id.describe('The userId'),
  name: z.string(),
  email: z.string(),
  role: z.enum(['viewer', 'member', 'admin', 'auditor']),
  joinedAt: instant,
});

export function toMember(row: MemberRow): z.output<typeof memberOutput> {
  return only(memberOutput, { ...row, id: row.userId });
}
