/** The rows of the demo, as the tables take them. */

import type { members, teams, users } from '../schema/auth';
import type {
  bankAccounts,
  categories,
  customers,
  invoiceLines,
  invoices,
  orders,
  transactions,
} from '../schema/company';
import type { policyRules } from '../schema/policy';

export type CustomerRow = typeof customers.$inferInsert;
export type OrderRow = typeof orders.$inferInsert;
export type InvoiceRow = typeof invoices.$inferInsert;
export type InvoiceLineRow = typeof invoiceLines.$inferInsert;
export type BankAccountRow = typeof bankAccounts.$inferInsert;
export type CategoryRow = typeof categories.$inferInsert;
export type TransactionRow = typeof transactions.$inferInsert;

/** The rows of one team. */
export interface CompanyRows {
  customers: CustomerRow[];
  orders: OrderRow[];
  invoices: InvoiceRow[];
  invoiceLines: InvoiceLineRow[];
  bankAccounts: BankAccountRow[];
  categories: CategoryRow[];
  transactions: TransactionRow[];
}

export interface DemoRows extends CompanyRows {
  teams: (typeof teams.$inferInsert)[];
  users: (typeof users.$inferInsert)[];
  members: (typeof members.$inferInsert)[];
  policyRules: (typeof policyRules.$inferInsert)[];
}
