/** People's feedback on answers. */
import { boolean, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ofUser, time } from './auth';
import { ofChat } from './conversation';

export const feedback = pgTable(
  'feedback',
  {
    chatId: ofChat(),
    /** Of the answer. */
    messageId: text('message_id').notNull(),
    userId: ofUser(),
    good: boolean('good').notNull(),
    /** The reason, in a sentence; empty if not given. */
    words: json('words').$type<string>().notNull(),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.chatId, table.messageId, table.userId] })],
);
