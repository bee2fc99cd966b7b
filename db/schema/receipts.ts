/**
 * The record of who asked, decided and did what: written by triggers of the migrations, each receipt in the transaction
 * of the change that it tells of. Nothing of it can be changed or deleted, so it refers to no other table: a team, a chat or a
 * person may go, what was decided stays. Times are UTC.
 */
import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time, users } from './auth';
import { approvals } from './conversation';

/** One chain per team: each hash is over the hash before it. `lib/receipts/receipt-lines.ts` says how it is made. */
export const receipts = pgTable(
  'receipts',
  {
    teamId: text('team_id').notNull(),
    /** From 1, without gaps. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    at: time('at').notNull(),
    kind: text('kind').notNull(),
    /** JSON, kept as the bytes that were hashed. */
    body: text('body').notNull(),
    prevHash: text('prev_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.seq] })],
);

/** The newest receipt of each team; whoever writes one waits here for whoever else does. */
export const receiptHeads = pgTable('receipt_heads', {
  teamId: text('team_id').primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
});

/** Who has had a card before his eyes while it waited. */
export const approvalViews = pgTable(
  'approval_views',
  {
    approvalId: text('approval_id')
      .notNull()
      .references(() => approvals.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.approvalId, table.userId] })],
);
