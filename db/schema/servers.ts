/**
 * What a team's admins decided about MCP servers: which there are beside those of the operator's file, whom they vouch
 * for, and what of each tool was seen. Triggers of the migrations count each change in `teams.servers_version`.
 */
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ofTeam, time, users } from './auth';

const person = (name: string) => text(name).references(() => users.id, { onDelete: 'set null' });

/** Servers that an admin has added; programs come from the operator's file only. */
export const teamServers = pgTable(
  'team_servers',
  {
    teamId: ofTeam(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    /** Which way over HTTP; null: Streamable HTTP, else server-sent events. */
    type: text('type', { enum: ['http', 'sse'] }),
    /** The headers with our credentials, encrypted: `lib/servers/sealed-headers.ts`. */
    sealedHeaders: text('sealed_headers').notNull(),
    /** How long a call may go on without a word of it, and in all, in milliseconds; null: as of every server. */
    timeoutMs: integer('timeout_ms'),
    totalTimeoutMs: integer('total_timeout_ms'),
    addedBy: person('added_by'),
    addedAt: time('added_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.name] })],
);

/** That an admin vouches for a server: its annotations count for this team, as long as it is the same server. */
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

/** That a trusted server's tools were taken as they were: what it offers since then is new. */
export const serverLooks = pgTable(
  'server_looks',
  {
    teamId: ofTeam(),
    server: text('server').notNull(),
    identity: text('identity').notNull(),
    /** SHA-256 (hex) over the definitions that were taken, and how many they were. */
    definitionsHash: text('definitions_hash').notNull(),
    tools: integer('tools').notNull(),
    /** Null: nobody looked, the operator's file trusts it. */
    lookedBy: person('looked_by'),
    lookedAt: time('looked_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.server] })],
);

/**
 * How a pin became as it is: with the first look or a vouch; by a change that was taken by itself; or by an admin's
 * word on this tool.
 */
export const PIN_REASONS = ['look', 'taken', 'accepted', 'off'] as const;

/** A tool as it was when it was last taken, to be compared with what its server declares now. */
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
    /** Null: nobody did. */
    setBy: person('set_by'),
    setAt: time('set_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.server, table.tool] })],
);
