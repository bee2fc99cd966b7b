/** Bearer tokens, pasted or granted: what a person's other MCP clients show to use our tools for them. Times are UTC. */
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { ofTeam, ofUser, time, users } from './auth';

/** A connected server as a token names it. */
export interface GrantedServer {
  name: string;
  url: string;
}

export const tokens = pgTable(
  'tokens',
  {
    /** Names it on pages and in receipts; no secret. */
    id: text('id').primaryKey(),
    /** The owner's team when it was made: a person who leaves it takes no token along. */
    teamId: ofTeam(),
    userId: ofUser(),
    name: text('name').notNull(),
    /** The owner's scopes it may use; the owner's present role still limits them. */
    scopes: jsonb('scopes').$type<string[]>().notNull(),
    /** Connected servers that its client may use through us: name and address, since another address is another server. */
    servers: jsonb('servers').$type<GrantedServer[]>().notNull().default([]),
    /** How many tools its client is told about; null: the default. It finds the others with a search. */
    mostTools: integer('most_tools'),
    /** SHA-256 (hex) of the token; it is shown once and kept nowhere. */
    hash: text('hash').notNull().unique(),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    lastUsedAt: time('last_used_at'),
    /** Rate limit: each request moves this ahead by a step, and a request too far ahead of the clock must wait. */
    pacedAt: time('paced_at').notNull().defaultNow(),
    revokedAt: time('revoked_at'),
    revokedBy: text('revoked_by').references(() => users.id, { onDelete: 'set null' }),
    /** For a client that signed in by itself, like the columns below: its client id. Null: a person pasted the token. */
    clientId: text('client_id'),
    /** Where it was told that it may. */
    redirectUri: text('redirect_uri'),
    /** The address it is valid for; no other. */
    resource: text('resource'),
    /** The kind of machine on which a person allowed it. */
    device: text('device'),
    /** Until when `hash` is accepted; then the client gets another token. The grant itself ends at `expiresAt`. */
    accessExpiresAt: time('access_expires_at'),
    /** SHA-256 (hex) of the refresh token, which is good once, and of the one before. */
    refreshHash: text('refresh_hash'),
    previousHash: text('previous_hash'),
    rotatedAt: time('rotated_at'),
    /** The answer to the last renewal, sealed with the token that was renewed: for a client that did not get it. */
    successor: text('successor'),
  },
  (table) => [index('tokens_team').on(table.teamId), index('tokens_user').on(table.userId)],
);
