/**
 * Other people's clients that sign in by themselves: what they said of themselves, and what they asked a person for. A code
 * stands here as its hash only. Times are UTC and the database's.
 */
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { time, users } from './auth';
import { type GrantedServer, tokens } from './tokens';

/** Clients that have registered themselves; those with a document of their own are not kept. */
export const oauthClients = pgTable(
  'oauth_clients',
  {
    /** What it goes by; no secret. */
    id: text('id').primaryKey(),
    /** Its own words; null when it has said none. */
    name: text('name'),
    redirectUris: jsonb('redirect_uris').$type<string[]>().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    /** When a person last let it in; null: nobody has, and it is forgotten. */
    usedAt: time('used_at'),
  },
  (table) => [index('oauth_clients_used').on(table.usedAt, table.createdAt)],
);

/** One asking of a client to be let in: what stands behind the page on which a person decides, once. */
export const authorizationRequests = pgTable(
  'authorization_requests',
  {
    /** 144 random bits. */
    id: text('id').primaryKey(),
    clientId: text('client_id').notNull(),
    /** As the page showed it. */
    clientName: text('client_name'),
    redirectUri: text('redirect_uri').notNull(),
    /** The client's own, given back as it came. */
    state: text('state'),
    /** SHA-256 of a secret that only the client has. */
    challenge: text('challenge').notNull(),
    /** Null: it named none. */
    asked: jsonb('asked').$type<string[]>(),
    resource: text('resource').notNull(),
    /** SHA-256 (hex) of what only the browser has in which it began. */
    browserHash: text('browser_hash').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    /** When the client was found to be what it says, and this address to be one of its own. */
    checkedAt: time('checked_at'),
    decidedAt: time('decided_at'),
    /** Who decided, and as a member of which team. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    teamId: text('team_id'),
    /** What was granted, and for how many days; null where it was refused. */
    scopes: jsonb('scopes').$type<string[]>(),
    servers: jsonb('servers').$type<GrantedServer[]>(),
    days: integer('days'),
    /** On what kind of machine it was decided. */
    device: text('device'),
    /** SHA-256 (hex) of the code. */
    codeHash: text('code_hash').unique(),
    codeExpiresAt: time('code_expires_at'),
    /** When the code was shown, whether or not anything came of it. */
    usedAt: time('used_at'),
    tokenId: text('token_id').references(() => tokens.id, { onDelete: 'cascade' }),
  },
  (table) => [index('authorization_requests_created').on(table.createdAt)],
);
