/**
 * Browsers that are notified when something waits for a person or has ended while the page is closed. Times are UTC.
 */
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { ofUser, sessions, time } from './auth';

export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: text('id').primaryKey(),
    userId: ofUser(),
    /** The session in which it was turned on: once it ends, for example by signing out, nothing is sent any more. */
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** A URL of the browser's vendor; anybody who knows it and the keys below can send to this browser. */
    endpoint: text('endpoint').notNull().unique(),
    /** The browser's keys, base64url: only it can decrypt what is sent. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    /** The number of failures in a row. */
    failures: integer('failures').notNull().default(0),
  },
  (table) => [
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_session').on(table.sessionId),
  ],
);
