/** How people like their pages, and what they ask of every answer. */
import { pgTable, text } from 'drizzle-orm/pg-core';
import { users } from './auth';

export const preferences = pgTable('preferences', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Null: what the browser asks for. */
  locale: text('locale', { enum: ['en', 'de'] }),
});
