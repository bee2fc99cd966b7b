/**
 * The record of who asked, decided and did what: written by triggers of the migrations, each receipt in the transaction
 * of the change it records. None of it can be changed or deleted, so it references no other table: a team, a chat or a
 * person may go, but what was decided stays. Times are UTC.
 */
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { chatOf, hourOf, ownerOf, ownOf, personOf, serverOf, toolOf } from '../receipt-keys';
import { ofUser, time } from './auth';
import { approvals } from './conversation';

/** The receipts as written, each on its own, so that concurrent transactions do not wait for each other. */
export const receipts = pgTable(
  'receipts',
  {
    /** Increasing, with gaps; a smaller one may be committed later. */
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    teamId: text('team_id').notNull(),
    at: time('at').notNull(),
    kind: text('kind').notNull(),
    /** JSON, kept as the bytes that were hashed. */
    body: text('body').notNull(),
    /** HMAC-SHA-256 (hex) with a key of the database's own; null in what was linked before there was one. */
    mac: text('mac'),
  },
  ({ teamId, at, kind, body }) => [
    index('receipts_hour').on(teamId, hourOf(at)),
    index('receipts_kind').on(teamId, kind, hourOf(at)),
    index('receipts_tool').on(teamId, serverOf(body), toolOf(body), hourOf(at)),
    index('receipts_person').on(personOf(body), hourOf(at)),
    index('receipts_for').on(ownerOf(body), hourOf(at)),
    index('receipts_own')
      .on(ownOf(body), hourOf(at))
      .where(sql`${ownOf(body)} is not null`),
    index('receipts_chat').on(chatOf(body), hourOf(at)),
  ],
);

/** Receipts that are committed but not linked yet: added with the receipt, removed by linking. */
export const receiptTail = pgTable(
  'receipt_tail',
  {
    teamId: text('team_id').notNull(),
    receiptId: bigint('receipt_id', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.receiptId] })],
);

/**
 * One chain per team, in the order of commits: each hash is over the hash before it. `receipts_link` of the migrations writes it, a
 * moment after the receipts; `lib/receipts/receipt-lines.ts` says how a hash is made.
 */
export const receiptLinks = pgTable(
  'receipt_links',
  {
    teamId: text('team_id').notNull(),
    /** From 1, without gaps. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    receiptId: bigint('receipt_id', { mode: 'number' }).notNull().unique(),
    prevHash: text('prev_hash').notNull(),
    hash: text('hash').notNull(),
    /** Null in what was linked in the transaction of its change, as the first versions did. */
    linkedAt: time('linked_at'),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.seq] })],
);

/** The newest link of each team. */
export const receiptHeads = pgTable('receipt_heads', {
  teamId: text('team_id').primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
});

/** The key of the receipts' MACs, as HMAC takes it: one row, which the role that serves cannot read. */
export const receiptKey = pgTable('receipt_key', {
  isOnly: boolean('is_only').primaryKey().default(true),
  /** 64 bytes, hex: the key with HMAC's inner and outer padding. */
  innerKey: text('inner_key').notNull(),
  outerKey: text('outer_key').notNull(),
});

/** Who has seen a card while it waited. */
export const approvalViews = pgTable(
  'approval_views',
  {
    approvalId: text('approval_id')
      .notNull()
      .references(() => approvals.id, { onDelete: 'cascade' }),
    userId: ofUser(),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.approvalId, table.userId] })],
);
