/**
 * Summaries of the older part of chats, which the model reads in place of the messages. No message is deleted for them.
 */
import { boolean, index, json, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './auth';
import { ofChat } from './conversation';

export const summaries = pgTable(
  'summaries',
  {
    id: text('id').primaryKey(),
    chatId: ofChat(),
    /** The last message that it covers: if that is not on the shown branch, the summary does not apply. */
    upTo: text('up_to').notNull(),
    text: json('text').$type<string>().notNull(),
    /** Content from outside had entered the chat by then. */
    outside: boolean('outside').notNull(),
    /** Id of the model that made it. */
    model: text('model').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [index('summaries_chat').on(table.chatId)],
);
