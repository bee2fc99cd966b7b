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
    /** What of the owner's rights it may use; the role of the moment still counts. */
    scopes: jsonb('scopes').$type<string[]>().notNull(),
    /** Connected servers that its client may use through us: name and address, since another address is another server. */
    servers: jsonb('servers').$type<GrantedServer[]>().notNull().default([]),
    /** Of how many tools its client is told; null: as many as usual. The others it finds by a search. */
    mostTools: integer('most_tools'),
    /** SHA-256 (hex) of the token; it is shown once and kept nowhere. */
    hash: text('hash').notNull().unique(),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    lastUsedAt: time('last_used_at'),
    /** Until when its requests are used up: each takes a step, and one that is too far ahead of the clock must wait. */
    pacedAt: time('paced_at').notNull().defaultNow(),
    revokedAt: time('revoked_at'),
    revokedBy: text('revoked_by').references(() => users.id, { onDelete: 'set null' }),
    /** Of a client that signed in by itself, as is what follows: what it goes by. Null: a token that a person has pasted. */
    clientId: text('client_id'),
    /** Where it was told that it may. */
    redirectUri: text('redirect_uri'),
    /** The address for which it holds, and no other. */
    resource: text('resource'),
    /** On what kind of machine a person allowed it. */
    device: text('device'),
    /** Until when `hash` is shown; then the client gets another. The grant itself ends at `expiresAt`. */
    accessExpiresAt: time('access_expires_at'),
    /** SHA-256 (hex) of what it is renewed with, once, and of the one before. */
    refreshHash: text('refresh_hash'),
    previousHash: text('previous_hash'),
    rotatedAt: time('rotated_at'),
    /** What the last renewal gave, sealed with what it was asked with: for an answer that was lost. */
    successor: text('successor'),
  },
  (table) => [index('tokens_team').on(table.teamId), index('tokens_user').on(table.userId)],
);
