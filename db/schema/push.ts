/** Browsers that are told when something waits for a person or has ended while the page is closed. Times are UTC. */
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { ofUser, sessions, time } from './auth';

export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: text('id').primaryKey(),
    userId: ofUser(),
    /** In which it was turned on: with its end, signing out among others, nothing is sent any more. */
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** An address of the browser's maker; who knows it and the keys below can send to this browser. */
    endpoint: text('endpoint').notNull().unique(),
    /** Of the browser, base64url: what is sent can be read by it alone. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    /** How often in a row it did not answer as it should. */
    failures: integer('failures').notNull().default(0),
  },
  (table) => [
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_session').on(table.sessionId),
  ],
);
