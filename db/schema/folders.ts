/** Folders in which people keep their chats. */
import { boolean, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ofTeam, ofUser, time } from './auth';

export const folders = pgTable(
  'folders',
  {
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    /** The owner: nobody else sees it. */
    userId: ofUser(),
    name: text('name').notNull(),
    /** Its chats are not shown in the side bar. */
    folded: boolean('folded').notNull().default(false),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('folders_name').on(table.userId, table.teamId, table.name)],
);
