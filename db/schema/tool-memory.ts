/** Messages for which a tool was really used. `json`, not text, keeps every character that a person wrote. */
import { bigserial, index, json, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ofTeam, ofUser, time } from './auth';
import { ofChat } from './conversation';

export const toolMemory = pgTable(
  'tool_memory',
  {
    /** The order in which they came. */
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    teamId: ofTeam(),
    /** The author of the message. */
    userId: ofUser(),
    chatId: ofChat(),
    messageId: text('message_id').notNull(),
    /** The tool's name for the model. */
    tool: text('tool').notNull(),
    /** The beginning of the message. */
    message: json('message').$type<string>().notNull(),
    /** Tools whose results supplied its arguments, by their names for the model. */
    suppliers: text('suppliers').array().notNull().default([]),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('tool_memory_once').on(table.chatId, table.messageId, table.tool),
    index('tool_memory_team').on(table.teamId, table.seq),
    index('tool_memory_user').on(table.userId),
  ],
);
