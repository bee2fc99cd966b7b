/**
 * What servers asked people during calls, and what those answered. Nothing here decides about a call. Times are UTC and
 * the database's. `json`, not `jsonb`, for other people's words.
 */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, json, pgTable, text } from 'drizzle-orm/pg-core';
import { time, users } from './auth';
import { ofChat, ofRun } from './conversation';
import { calls } from './ledger';

export const elicitations = pgTable(
  'elicitations',
  {
    /** 128 random bits. */
    id: text('id').primaryKey(),
    /** The chat's; it stands here for looking things up. */
    teamId: text('team_id').notNull(),
    chatId: ofChat(),
    runId: ofRun(),
    /** Fencing token of the process that waits for the answer; a process that takes over the run does not wait for it. */
    fence: integer('fence').notNull(),
    callId: text('call_id')
      .notNull()
      .references(() => calls.id, { onDelete: 'cascade' }),
    toolCallId: text('tool_call_id').notNull(),
    server: text('server').notNull(),
    tool: text('tool').notNull(),
    trusted: boolean('trusted').notNull(),
    /** In the server's words. */
    message: text('message').notNull(),
    /** The JSON Schema of the answer as it was sent; null where it was too large to be kept. */
    schema: json('schema').$type<Record<string, unknown>>(),
    /** The page that the server wants opened, instead of a form; null: it is a form. */
    url: text('url'),
    status: text('status', { enum: ['open', 'accepted', 'declined', 'cancelled', 'expired'] }).notNull(),
    /** Why Amber answered by itself, without asking anybody: `secret`, or another kind of refusal. */
    refusal: text('refusal'),
    /** Of a refusal: the words of the server that it is about. */
    about: text('about'),
    answer: json('answer').$type<Record<string, unknown>>(),
    answeredBy: text('answered_by').references(() => users.id, { onDelete: 'set null' }),
    /** SHA-256 (hex) of the token of the session in which it was answered. */
    answeredSession: text('answered_session'),
    askedAt: time('asked_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    answeredAt: time('answered_at'),
  },
  (table) => [
    index('elicitations_chat').on(table.chatId, table.askedAt),
    index('elicitations_run').on(table.runId),
    index('elicitations_open').on(table.callId).where(sql`${table.status} = 'open'`),
  ],
);
