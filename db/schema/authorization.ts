/**
 * Other people's clients that sign in by themselves: what they declared, and what they asked a person for. Only the
 * hash of a code is stored. Times are UTC and the database's.
 */
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { time, users } from './auth';
import { type GrantedServer, tokens } from './tokens';

/** Clients that have registered themselves; those with a document of their own are not kept. */
export const oauthClients = pgTable(
  'oauth_clients',
  {
    /** The client's id; not a secret. */
    id: text('id').primaryKey(),
    /** The name it gives itself; null: it gave none. */
    name: text('name'),
    redirectUris: jsonb('redirect_uris').$type<string[]>().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    /** When a person last gave it access; null: nobody has, and it will be deleted. */
    usedAt: time('used_at'),
  },
  (table) => [index('oauth_clients_used').on(table.usedAt, table.createdAt)],
);

/** A client's request for access: the data behind the page on which a person decides, once. */
export const authorizationRequests = pgTable(
  'authorization_requests',
  {
    /** 144 random bits. */
    id: text('id').primaryKey(),
    clientId: text('client_id').notNull(),
    /** As shown on the page. */
    clientName: text('client_name'),
    redirectUri: text('redirect_uri').notNull(),
    /** The client's own state, returned unchanged. */
    state: text('state'),
    /** SHA-256 of a secret that only the client has. */
    challenge: text('challenge').notNull(),
    /** Null: it named none. */
    asked: jsonb('asked').$type<string[]>(),
    resource: text('resource').notNull(),
    /** SHA-256 (hex) of a secret that only the browser has in which the request began. */
    browserHash: text('browser_hash').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    /** When the client was verified, and this redirect address found to be one of its own. */
    checkedAt: time('checked_at'),
    decidedAt: time('decided_at'),
    /** Who decided, and as a member of which team. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    teamId: text('team_id'),
    /** What was granted, and for how many days; null where it was refused. */
    scopes: jsonb('scopes').$type<string[]>(),
    servers: jsonb('servers').$type<GrantedServer[]>(),
    days: integer('days'),
    /** The kind of machine on which it was decided. */
    device: text('device'),
    /** SHA-256 (hex) of the code. */
    codeHash: text('code_hash').unique(),
    codeExpiresAt: time('code_expires_at'),
    /** When the code was shown, whether or not it was accepted. */
    usedAt: time('used_at'),
    tokenId: text('token_id').references(() => tokens.id, { onDelete: 'cascade' }),
  },
  (table) => [index('authorization_requests_created').on(table.createdAt)],
);
