/**
 * The back office: customers, orders, invoices, bank accounts and their transactions. Every row belongs to a team.
 * Money is integer minor units with its currency (ISO 4217, two decimals); dates without a time are `date`, all other
 * times UTC.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { ofTeam, time } from './auth';

const money = (name: string) => bigint(name, { mode: 'number' });

export const customers = pgTable(
  'customers',
  {
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    name: text('name').notNull(),
    email: text('email'),
    phone: text('phone'),
    taxId: text('tax_id'),
    city: text('city'),
    country: text('country'),
    currency: text('currency').notNull().default('EUR'),
    status: text('status', { enum: ['active', 'inactive', 'archived'] })
      .notNull()
      .default('active'),
    /** Internal: never returned by a tool. */
    internalNote: text('internal_note'),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('customers_team_name').on(table.teamId, sql`lower(${table.name})`)],
);

export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** The number that people use, such as SO-2291. */
    reference: text('reference').notNull(),
    status: text('status', { enum: ['open', 'in_progress', 'completed', 'cancelled'] })
      .notNull()
      .default('open'),
    description: text('description').notNull().default(''),
    totalMinor: money('total_minor').notNull(),
    currency: text('currency').notNull(),
    orderedAt: date('ordered_at').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('orders_team_reference').on(table.teamId, table.reference),
    index('orders_customer').on(table.customerId),
  ],
);

export const invoices = pgTable(
  'invoices',
  {
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'restrict' }),
    /** The number that people use: D-0147 while a draft, INV-1182 once finalised; callers may set their own. */
    reference: text('reference').notNull(),
    status: text('status', { enum: ['draft', 'finalised', 'sent', 'paid'] })
      .notNull()
      .default('draft'),
    /** Drafts: hash of customer, lines and due date, so that creating the same draft again finds this one. */
    draftKey: text('draft_key'),
    subtotalMinor: money('subtotal_minor').notNull(),
    taxMinor: money('tax_minor').notNull(),
    totalMinor: money('total_minor').notNull(),
    /** Basis points: 1900 is 19 %. */
    taxRate: integer('tax_rate').notNull().default(0),
    currency: text('currency').notNull(),
    dueDate: date('due_date'),
    issuedAt: date('issued_at'),
    sentAt: time('sent_at'),
    paidAt: date('paid_at'),
    archived: boolean('archived').notNull().default(false),
    note: text('note').notNull().default(''),
    /** Internal: never returned by a tool. */
    internalNote: text('internal_note'),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('invoices_team_reference').on(table.teamId, table.reference),
    uniqueIndex('invoices_team_draft_key')
      .on(table.teamId, table.draftKey)
      .where(sql`${table.status} = 'draft'`),
    index('invoices_customer').on(table.customerId),
    index('invoices_team_status').on(table.teamId, table.status, table.dueDate),
  ],
);

export const invoiceLines = pgTable(
  'invoice_lines',
  {
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    /** 1-based. */
    position: integer('position').notNull(),
    description: text('description').notNull(),
    quantity: numeric('quantity', { precision: 12, scale: 3, mode: 'number' }).notNull(),
    unitPriceMinor: money('unit_price_minor').notNull(),
    amountMinor: money('amount_minor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.invoiceId, table.position] })],
);

export const bankAccounts = pgTable(
  'bank_accounts',
  {
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    name: text('name').notNull(),
    bank: text('bank').notNull(),
    iban: text('iban').notNull(),
    currency: text('currency').notNull(),
    status: text('status', { enum: ['open', 'closed'] })
      .notNull()
      .default('open'),
    /** Balance before the first transaction; the current balance is this plus all transactions. */
    openingMinor: money('opening_minor').notNull().default(0),
    closedAt: time('closed_at'),
    /** Internal: never returned by a tool. */
    feedToken: text('feed_token'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('bank_accounts_team_iban').on(table.teamId, table.iban)],
);

export const categories = pgTable(
  'categories',
  {
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    name: text('name').notNull(),
    kind: text('kind', { enum: ['income', 'expense'] }).notNull(),
    /** Basis points, the usual tax rate. */
    taxRate: integer('tax_rate').notNull().default(0),
    monthlyBudgetMinor: money('monthly_budget_minor'),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('categories_team_name').on(table.teamId, sql`lower(${table.name})`)],
);

export const transactions = pgTable(
  'transactions',
  {
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    accountId: text('account_id')
      .notNull()
      .references(() => bankAccounts.id, { onDelete: 'restrict' }),
    categoryId: text('category_id').references(() => categories.id, { onDelete: 'set null' }),
    invoiceId: text('invoice_id').references(() => invoices.id, { onDelete: 'set null' }),
    bookedAt: date('booked_at').notNull(),
    /** Signed: money in is positive. */
    amountMinor: money('amount_minor').notNull(),
    currency: text('currency').notNull(),
    counterparty: text('counterparty').notNull(),
    description: text('description').notNull().default(''),
    archived: boolean('archived').notNull().default(false),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('transactions_team_booked').on(table.teamId, table.bookedAt, table.id),
    index('transactions_account').on(table.accountId),
    index('transactions_category').on(table.categoryId),
  ],
);

/** Outgoing messages. Written in the transaction of the change that causes them; a sender delivers them. */
export const outbox = pgTable(
  'outbox',
  {
    /** Also the stable part of the mail's Message-ID, so that a second delivery is recognised. */
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    /**
     * A webhook goes to the operator's own address; its subject is the event, its body JSON. A push goes to the browser of
     * that id; its subject is what happened, its body the page to open.
     */
    kind: text('kind', { enum: ['mail', 'webhook', 'push'] })
      .notNull()
      .default('mail'),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    /** Anybody who reads it can take over another person's account: its body is deleted once it has been sent. */
    isSecret: boolean('is_secret').notNull().default(false),
    status: text('status', { enum: ['pending', 'sent', 'failed'] })
      .notNull()
      .default('pending'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    createdAt: time('created_at').notNull().defaultNow(),
    sentAt: time('sent_at'),
    /** A process is delivering it, and no other tries before then. */
    heldUntil: time('held_until'),
  },
  (table) => [index('outbox_pending').on(table.status, table.createdAt)],
);
