/** What people have told Amber to remember about them. */
import { index, json, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ofTeam, ofUser, time } from './auth';

export const facts = pgTable(
  'facts',
  {
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    /** The owner: nobody else reads them. */
    userId: ofUser(),
    text: json('text').$type<string>().notNull(),
    /** SHA-256 (hex) of the text: the same fact is stored once. */
    hash: text('hash').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('facts_once').on(table.userId, table.teamId, table.hash),
    index('facts_newest').on(table.userId, table.teamId, table.createdAt),
  ],
);
