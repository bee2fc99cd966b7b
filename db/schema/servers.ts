/**
 * What a team's admins decided about MCP servers: the ones added to those of the operator's file, which they trust,
 * what was seen of each tool, and who signs in there (credentials are sealed: `lib/sign-ins/sealed.ts`). Triggers of
 * the migrations count each change in `teams.servers_version`.
 */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, json, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ofTeam, ofUser, time, users } from './auth';
import { ofChat, ofRun } from './conversation';

const person = (name: string) => text(name).references(() => users.id, { onDelete: 'set null' });

/** Servers that an admin has added; programs come from the operator's file only. */
export const teamServers = pgTable(
  'team_servers',
  {
    teamId: ofTeam(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    /** The HTTP transport; null: Streamable HTTP, or else server-sent events. */
    type: text('type', { enum: ['http', 'sse'] }),
    /** The headers with our credentials, encrypted: `lib/servers/sealed-headers.ts`. */
    sealedHeaders: text('sealed_headers').notNull(),
    /** How long a call may stay silent, and take in all, in milliseconds; null: the defaults. */
    timeoutMs: integer('timeout_ms'),
    totalTimeoutMs: integer('total_timeout_ms'),
    addedBy: person('added_by'),
    addedAt: time('added_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.name] })],
);

/** An admin trusts a server: its annotations count for this team, as long as it is the same server. */
export const serverVouches = pgTable(
  'server_vouches',
  {
    teamId: ofTeam(),
    server: text('server').notNull(),
    /** SHA-256 (hex) of its name and its address or command. */
    identity: text('identity').notNull(),
    vouchedBy: person('vouched_by'),
    vouchedAt: time('vouched_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.server] })],
);

/** A trusted server's tools were accepted as they were: whatever it offers since then is new. */
export const serverLooks = pgTable(
  'server_looks',
  {
    teamId: ofTeam(),
    server: text('server').notNull(),
    identity: text('identity').notNull(),
    /** SHA-256 (hex) over the accepted definitions, and their number. */
    definitionsHash: text('definitions_hash').notNull(),
    tools: integer('tools').notNull(),
    /** Null: nobody looked, the operator's file trusts it. */
    lookedBy: person('looked_by'),
    lookedAt: time('looked_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.server] })],
);

/**
 * How a pin got its state: by the first look or by trusting the server; by a change that was accepted automatically; or
 * by an admin's decision on this tool, or on doubtful hints of it.
 */
export const PIN_REASONS = [
  'look',
  'taken',
  'accepted',
  'off',
  'believed',
  'doubted',
  'recorded',
  'unrecorded',
  'rehearsed',
  'unrehearsed',
] as const;

/** See `PinnedRehearsal` in `lib/tools/rehearsal.ts`. */
interface Rehearsal {
  argument: string;
  value: boolean | number | string;
  state: 'on' | 'changed' | 'unreadable';
  differences?: { label: string; before: string | null; after: string | null }[];
}

/** A tool as it was when it was last accepted, for comparing it with what its server declares now. */
export const toolPins = pgTable(
  'tool_pins',
  {
    teamId: ofTeam(),
    server: text('server').notNull(),
    /** The bare name. */
    tool: text('tool').notNull(),
    /** Of the server. */
    identity: text('identity').notNull(),
    /** Canonical JSON of a `Declaration`. */
    declaration: text('declaration').notNull(),
    /** SHA-256 (hex) over everything that was declared. */
    definitionHash: text('definition_hash').notNull(),
    state: text('state', { enum: ['on', 'off'] }).notNull(),
    reason: text('reason', { enum: PIN_REASONS }).notNull(),
    /** Doubtful hints that an admin declared true of the tool as accepted here. */
    believed: text('believed').array().notNull().default(sql`'{}'`),
    /** What an admin declared to show the record that calls of the tool, as accepted here, are about. */
    record: json('record').$type<{ tool: string; arguments: { [name: string]: string } }>(),
    /** What an admin declared to turn a call into a rehearsal, for the tool as accepted here, and how that went. */
    rehearsal: json('rehearsal').$type<Rehearsal>(),
    /** Null: nobody did. */
    setBy: person('set_by'),
    setAt: time('set_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.server, table.tool] })],
);

/** Whether the pages of a server (MCP Apps) are shown; absent: as somebody vouches for it. */
export const serverPages = pgTable(
  'server_pages',
  {
    teamId: ofTeam(),
    server: text('server').notNull(),
    /** SHA-256 (hex) of its name and its address or command. */
    identity: text('identity').notNull(),
    shown: boolean('shown').notNull(),
    setBy: person('set_by'),
    setAt: time('set_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.server] })],
);

/** Amber as a client of an authorization server: registered there, or as an admin was told there. */
export const serverClients = pgTable(
  'server_clients',
  {
    teamId: ofTeam(),
    issuer: text('issuer').notNull(),
    /** The redirect address: a different address is a different client. */
    redirectUri: text('redirect_uri').notNull(),
    clientId: text('client_id').notNull(),
    /** The secret and how it is sent, encrypted. */
    sealed: text('sealed').notNull(),
    source: text('source', { enum: ['given', 'registered'] }).notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.issuer, table.redirectUri] })],
);

/** How a team signs in at a server; absent: each person does, and the authorization server is told which server it is for. */
export const serverSignInWays = pgTable(
  'server_sign_in_ways',
  {
    teamId: ofTeam(),
    server: text('server').notNull(),
    /** SHA-256 (hex) of its name and its address. */
    identity: text('identity').notNull(),
    /** Whether one sign-in is for all of the team. */
    forTeam: boolean('for_team').notNull(),
    /** Some authorization servers refuse to be told which server a token is for. */
    namesResource: boolean('names_resource').notNull(),
    setBy: text('set_by').references(() => users.id, { onDelete: 'set null' }),
    setAt: time('set_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.server] })],
);

/** A sign-in that is valid, or was: rows are marked, never deleted. */
export const serverSignIns = pgTable(
  'server_sign_ins',
  {
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    server: text('server').notNull(),
    identity: text('identity').notNull(),
    /** Whose it is; null: the team's. */
    personId: text('person_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Who signed in. */
    byId: text('by_id').references(() => users.id, { onDelete: 'set null' }),
    issuer: text('issuer').notNull(),
    resource: text('resource').notNull(),
    /** The account's name, as the authorization server gives it; null: it gave none. */
    account: text('account'),
    /** Scopes that were granted, and those that were asked for, separated by spaces. */
    scopes: text('scopes').notNull(),
    asked: text('asked').notNull(),
    /** What the server has wanted since. */
    wanted: text('wanted'),
    /** How often in a row somebody has signed in again because it wanted more. */
    stepUps: integer('step_ups').notNull(),
    /** The tokens and what refreshes them, encrypted; bound to everything that says whose they are. */
    sealed: text('sealed').notNull(),
    /** Grows with every refresh. */
    version: integer('version').notNull().default(1),
    /** Until when a single process has the right to refresh it. */
    refreshingUntil: time('refreshing_until'),
    /** `over`: it cannot be refreshed any more. */
    state: text('state', { enum: ['active', 'out', 'over'] }).notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    refreshedAt: time('refreshed_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('server_sign_ins_active')
      .on(table.teamId, table.server, sql`coalesce(${table.personId}, '')`)
      .where(sql`${table.state} = 'active'`),
  ],
);

/** A sign-in in progress: valid for ten minutes, once, in the session in which it was begun. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    /** SHA-256 (hex) of the state. */
    stateHash: text('state_hash').primaryKey(),
    teamId: ofTeam(),
    userId: ofUser(),
    /** SHA-256 (hex) of the token of the session. */
    sessionHash: text('session_hash').notNull(),
    server: text('server').notNull(),
    identity: text('identity').notNull(),
    forTeam: boolean('for_team').notNull(),
    issuer: text('issuer').notNull(),
    resource: text('resource').notNull(),
    stepUps: integer('step_ups').notNull(),
    /** The chat in which it was begun. */
    chatId: text('chat_id'),
    /** The verifier and who we are there, encrypted. */
    sealed: text('sealed').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    usedAt: time('used_at'),
    /** Why it failed, in our own words. */
    failure: text('failure'),
  },
  (table) => [index('sign_in_attempts_created').on(table.createdAt)],
);

/** An answer lacked a sign-in at a server. It counts until something is asked in that chat again. */
export const signInWaits = pgTable(
  'sign_in_waits',
  {
    runId: ofRun(),
    server: text('server').notNull(),
    teamId: ofTeam(),
    chatId: ofChat(),
    since: time('since').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.server] }),
    index('sign_in_waits_team').on(table.teamId, table.since),
    index('sign_in_waits_chat').on(table.chatId),
  ],
);
