/**
 * Requests of other clients for a call, while they wait, and how they ended: they show whether anybody still waits for
 * what a person confirms. Times are UTC and the database's.
 */
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from './auth';
import { runs } from './conversation';
import { tokens } from './tokens';

export const outsideRequests = pgTable(
  'outside_requests',
  {
    /** 128 random bits: the id that its client gave it may be used by others too. */
    id: text('id').primaryKey(),
    tokenId: text('token_id')
      .notNull()
      .references(() => tokens.id, { onDelete: 'cascade' }),
    /** The random part of its session's id; null for clients without one. */
    session: text('session'),
    /** What the client calls itself: its own words. */
    client: text('client'),
    /** The id that its client gave it, as JSON: 1 is not "1". */
    requestId: text('request_id').notNull(),
    /** The call that it waits for; null until that has begun. */
    runId: text('run_id').references(() => runs.id, { onDelete: 'cascade' }),
    /** Not a request, but a cancellation that arrived before the request it is for. */
    early: boolean('early').notNull().default(false),
    /** When its process was last heard of. */
    beatAt: time('beat_at').notNull().defaultNow(),
    createdAt: time('created_at').notNull().defaultNow(),
    endedAt: time('ended_at'),
    /** `again`: its client was told to ask again; `gone`: nobody listens any more; `withdrawn`: the client cancelled it. */
    ended: text('ended', { enum: ['answered', 'again', 'gone', 'withdrawn'] }),
  },
  (table) => [
    index('outside_requests_named').on(table.tokenId, table.requestId),
    index('outside_requests_run').on(table.runId),
    index('outside_requests_ended').on(table.endedAt),
    index('outside_requests_open').on(table.tokenId).where(sql`${table.endedAt} is null`),
  ],
);

/** Sessions that their clients have ended: nothing more can be asked in them. */
export const endedSessions = pgTable(
  'ended_sessions',
  {
    tokenId: text('token_id')
      .notNull()
      .references(() => tokens.id, { onDelete: 'cascade' }),
    /** The random part of its id. */
    session: text('session').notNull(),
    endedAt: time('ended_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tokenId, table.session] })],
);
