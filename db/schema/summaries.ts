/** Summaries of the older part of chats, which the model reads in its place. Beside the messages: none of those goes. */
import { boolean, index, json, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './auth';
import { ofChat } from './conversation';

export const summaries = pgTable(
  'summaries',
  {
    id: text('id').primaryKey(),
    chatId: ofChat(),
    /** The last message that it tells of: where that is not shown, another branch is, and it does not hold. */
    upTo: text('up_to').notNull(),
    text: json('text').$type<string>().notNull(),
    /** Words from outside had come into the chat by then. */
    outside: boolean('outside').notNull(),
    /** Id of the model that made it. */
    model: text('model').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [index('summaries_chat').on(table.chatId)],
);
