/** How long a team keeps what was said and done, and what has been erased. Times are UTC. */
import { sql } from 'drizzle-orm';
import { bigserial, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { ofTeam, time, users } from '../auth';

/** The team's own periods, in days; null, or no row: the operator's. */
export const teamKeeping = pgTable(
  'team_keeping',
  {
    teamId: ofTeam().primaryKey(),
    /** Retention times of unused chats, and of the results of other clients' calls. */
    chatsDays: integer('chats_days'),
    /** Of the contents of calls: their arguments, and what came back. */
    contentsDays: integer('contents_days'),
    /** Of mail that has left. */
    mailDays: integer('mail_days'),
    setBy: text('set_by').references(() => users.id, { onDelete: 'set null' }),
    setAt: time('set_at').notNull().defaultNow(),
  },
  (table) => [
    check(
      'team_keeping_days',
      sql`coalesce(${table.chatsDays}, 1) > 0 and coalesce(${table.contentsDays}, 1) > 0 and coalesce(${table.mailDays}, 1) > 0`,
    ),
  ],
);

export const SWEPT = ['chats', 'erased chats', 'answers', 'contents', 'mail'] as const;

/** One row for each thing that was deleted at the end of its time, written in the same transaction. */
export const sweeps = pgTable(
  'sweeps',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    teamId: ofTeam(),
    /** `chats`: deleted, but restorable for a while. `answers`: of other clients' calls. The others are gone. */
    what: text('what', { enum: SWEPT }).notNull(),
    count: integer('count').notNull(),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [index('sweeps_team').on(table.teamId, table.id)],
);

/**
 * People who were erased, under the pseudonym by which the record knows them; or who are to be erased, according to a
 * list given at a restore.
 */
export const erasures = pgTable(
  'erasures',
  {
    /** No foreign key: a list may name somebody whom a restored database does not know. */
    userId: text('user_id').primaryKey(),
    teamId: ofTeam(),
    /** Null: a list, after a restore. */
    erasedBy: text('erased_by').references(() => users.id, { onDelete: 'set null' }),
    /** How many there were of what went and of what stays, by what it is. */
    counts: jsonb('counts').$type<Record<string, number>>().notNull().default({}),
    createdAt: time('created_at').notNull().defaultNow(),
    /**
     * When their access, their name and all their credentials were removed; and when the last of what they had said was
     * gone.
     */
    begunAt: time('begun_at'),
    endedAt: time('ended_at'),
  },
  (table) => [
    index('erasures_team').on(table.teamId, table.begunAt),
    index('erasures_open').on(table.userId).where(sql`${table.endedAt} is null`),
  ],
);
