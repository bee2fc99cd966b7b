/**
 * People's preferences for their pages, and their instructions for every answer; and what the installation knows about
 * itself.
 */
import { boolean, json, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from './auth';

export const preferences = pgTable('preferences', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Null: the browser's. */
  locale: text('locale', { enum: ['en', 'de'] }),
  /** An IANA time zone, such as `Europe/Berlin`; null: the browser's. */
  zone: text('zone'),
  theme: text('theme', { enum: ['system', 'light', 'dark'] })
    .notNull()
    .default('system'),
  density: text('density', { enum: ['normal', 'compact'] })
    .notNull()
    .default('normal'),
  textSize: text('text_size', { enum: ['small', 'normal', 'large'] })
    .notNull()
    .default('normal'),
  /** The person's own, for every answer; empty: none. The team's are stored with the team. */
  instructions: text('instructions').notNull().default(''),
  /** What the person told Amber to remember is read, and can be added to. */
  memory: boolean('memory').notNull().default(true),
  /** The first steps that the person has skipped or seen; `all`: they are dismissed. */
  skipped: json('skipped')
    .$type<('model' | 'records' | 'invite' | 'ask' | 'card' | 'all')[]>()
    .notNull()
    .default([]),
});

/** What this installation knows about itself, such as which demo it holds. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
});
