/** Bearer tokens: what a person's other MCP clients show to use our tools for them. Times are UTC. */
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { ofTeam, ofUser, time, users } from './auth';

export const tokens = pgTable(
  'tokens',
  {
    /** Names it on pages and in receipts; no secret. */
    id: text('id').primaryKey(),
    /** The owner's team when it was made: a person who leaves it takes no token along. */
    teamId: ofTeam(),
    userId: ofUser(),
    name: text('name').notNull(),
    /** What of the owner's rights it may use; the role of the moment still counts. */
    scopes: jsonb('scopes').$type<string[]>().notNull(),
    /** SHA-256 (hex) of the token; it is shown once and kept nowhere. */
    hash: text('hash').notNull().unique(),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    lastUsedAt: time('last_used_at'),
    /** Until when its requests are used up: each takes a step, and one that is too far ahead of the clock must wait. */
    pacedAt: time('paced_at').notNull().defaultNow(),
    revokedAt: time('revoked_at'),
    revokedBy: text('revoked_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [index('tokens_team').on(table.teamId), index('tokens_user').on(table.userId)],
);
