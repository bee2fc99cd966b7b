/** Tables of better-auth (its names and shapes) and of teams. Times are UTC. */
import { boolean, index, integer, numeric, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/** For columns naming the team or the person that a row belongs to; the row is deleted with them. */
export const ofTeam = () =>
  text('team_id')
    .notNull()
    .references(() => teams.id, { onDelete: 'cascade' });
export const ofUser = (name = 'user_id') =>
  text(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** A demo account: its password is known, so it may sign in only while the demo is on. */
  demo: boolean('demo').notNull().default(false),
  /** The person has an authenticator app or a passkey: a password alone no longer signs them in. */
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
  /** When all personal data was deleted: only the id stays, as a pseudonym, and nobody can sign in as them again. */
  erasedAt: time('erased_at'),
});

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: ofUser(),
    expiresAt: time('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: ofUser(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: time('access_token_expires_at'),
    refreshTokenExpiresAt: time('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [index('accounts_user').on(table.userId)],
);

export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: time('expires_at').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('verifications_identifier').on(table.identifier),
    index('verifications_expires').on(table.expiresAt),
  ],
);

export const teams = pgTable('teams', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** The highest number that a draft invoice of the team ever got: none is given twice. */
  lastDraft: numeric('last_draft', { scale: 0, precision: 100 }).notNull().default('0'),
  /** Grows with every change of the team's own rules; stored with every approval. */
  policyVersion: integer('policy_version').notNull().default(1),
  /** Increased by triggers with every change of the team's servers, of its trust in them, and of the tools seen there. */
  serversVersion: integer('servers_version').notNull().default(1),
  /** What its admins ask of every answer; empty: nothing. */
  instructions: text('instructions').notNull().default(''),
  /** Who must have a second factor. */
  secondFactorOf: text('second_factor_of', { enum: ['nobody', 'admins', 'everybody'] })
    .notNull()
    .default('nobody'),
  createdAt: time('created_at').notNull().defaultNow(),
});

/** A person belongs to one team. Without a row here a session can see nothing. */
export const members = pgTable(
  'members',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    teamId: ofTeam(),
    role: text('role', { enum: ['viewer', 'member', 'admin', 'auditor'] }).notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [index('members_team').on(table.teamId)],
);

export const invitations = pgTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    /** Lower case. */
    email: text('email').notNull(),
    role: text('role', { enum: ['viewer', 'member', 'admin', 'auditor'] }).notNull(),
    /** SHA-256 (hex) of the token in the mailed link. */
    tokenHash: text('token_hash').notNull().unique(),
    invitedBy: ofUser('invited_by'),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    acceptedAt: time('accepted_at'),
  },
  (table) => [uniqueIndex('invitations_team_email').on(table.teamId, table.email)],
);

/** Links by which people prove that mail to an address reaches them. Each works once: using it takes and deletes its row. */
export const accountLinks = pgTable(
  'account_links',
  {
    id: text('id').primaryKey(),
    userId: ofUser(),
    /** `password`: to choose a new one. `email`: to change one's address to this one. */
    kind: text('kind', { enum: ['password', 'email'] }).notNull(),
    /** SHA-256 (hex) of the token in the mailed link. */
    tokenHash: text('token_hash').notNull().unique(),
    /** Where it was mailed to, in lower case. */
    email: text('email').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('account_links_user').on(table.userId)],
);
