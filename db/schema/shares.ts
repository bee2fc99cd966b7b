/** Snapshots of chats, from when somebody shared them with the team. Times are UTC. */
import { sql } from 'drizzle-orm';
import { index, json, pgTable, text } from 'drizzle-orm/pg-core';
import { ofTeam, ofUser, time, users } from './auth';
import { ofChat } from './conversation';

export const shares = pgTable(
  'shares',
  {
    /** Random, since it is part of the link. */
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    /** The chat's owner, who shared it. */
    userId: ofUser(),
    chatId: ofChat(),
    title: text('title').notNull(),
    /** Messages without secrets; later ones are not included. Emptied when it is withdrawn. */
    messages: json('messages').$type<unknown[]>().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    withdrawnAt: time('withdrawn_at'),
    withdrawnBy: text('withdrawn_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('shares_open').on(table.teamId, table.createdAt).where(sql`${table.withdrawnAt} is null`),
    index('shares_chat').on(table.chatId),
  ],
);
