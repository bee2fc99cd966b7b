/** The model that an admin has connected for a team, besides those of the operator's settings. */
import { sql } from 'drizzle-orm';
import { bigint, check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ofTeam, time, users } from './auth';

export const teamModels = pgTable('team_models', {
  /** One a team. */
  teamId: ofTeam().primaryKey(),
  /** Its address; null: OpenAI itself. */
  baseUrl: text('base_url'),
  /** The name that its server uses. */
  model: text('model').notNull(),
  /** The key, encrypted (`lib/models/sealed-key.ts`); null: the server needs none. */
  sealedKey: text('sealed_key'),
  setBy: text('set_by').references(() => users.id, { onDelete: 'set null' }),
  setAt: time('set_at').notNull().defaultNow(),
});

/** Ids of people who have left are kept, as everywhere in the record: a month's figures must not shrink with them. */
export const usage = pgTable(
  'usage',
  {
    teamId: ofTeam(),
    userId: text('user_id').notNull(),
    /** The provider's name for it. */
    model: text('model').notNull(),
    day: date('day').notNull(),
    requests: integer('requests').notNull().default(0),
    /**
     * Tokens read and written; while a request of a team with limits is in progress, this includes an estimate for it.
     */
    read: bigint('read', { mode: 'number' }).notNull().default(0),
    written: bigint('written', { mode: 'number' }).notNull().default(0),
    /** Millionths of the currency; 0 without a price. */
    cost: bigint('cost', { mode: 'number' }).notNull().default(0),
    /** ISO 4217; null: no price is set. */
    currency: text('currency'),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.day, table.userId, table.model] })],
);

/** Limits for a team, for each of its people, or for one of them. No row: unlimited. */
export const limits = pgTable(
  'limits',
  {
    teamId: ofTeam(),
    /** `team`: all together. `each`: each person. Otherwise the id of one person, for whom this replaces `each`. */
    whose: text('whose').notNull(),
    what: text('what', {
      enum: ['tokens_day', 'tokens_month', 'money_day', 'money_month', 'runs', 'calls_minute'],
    }).notNull(),
    /** Triggers one notification when it is reached; null: none. Money in millionths. */
    soft: bigint('soft', { mode: 'number' }),
    /** Once it is reached, no model is asked any more; null: no limit. */
    hard: bigint('hard', { mode: 'number' }),
    /** For limits in money. */
    currency: text('currency'),
    setBy: text('set_by').references(() => users.id, { onDelete: 'set null' }),
    setAt: time('set_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.whose, table.what] }),
    check('limits_says', sql`${table.soft} is not null or ${table.hard} is not null`),
    check(
      'limits_currency',
      sql`(${table.what} in ('money_day', 'money_month')) = (${table.currency} is not null)`,
    ),
    check('limits_of_team', sql`${table.whose} <> 'team' or ${table.what} not in ('runs', 'calls_minute')`),
  ],
);

/** Who was notified that a soft limit is reached, and for which day or month: once each. */
export const limitsTold = pgTable(
  'limits_told',
  {
    teamId: ofTeam(),
    userId: text('user_id').notNull(),
    whose: text('whose').notNull(),
    what: text('what').notNull(),
    since: date('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.userId, table.whose, table.what, table.since] })],
);
