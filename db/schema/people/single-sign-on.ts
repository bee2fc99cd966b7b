/** Single sign-on: who a person is at a provider, sign-ins that were begun, and the directories that keep a team. Times are UTC. */
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { ofTeam, ofUser, sessions, time, users } from '../auth';

/** A person at a provider: known by issuer and subject, never by an address. */
export const signOnAccounts = pgTable(
  'sign_on_accounts',
  {
    id: text('id').primaryKey(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    /** The provider, as in the settings, through which they last came. */
    provider: text('provider').notNull(),
    /** At most one per person: signing in as somebody else at the provider does not give access to their account. */
    userId: ofUser().unique(),
    /** Their access depends on the provider: it has forced their domain, or they have no other way to sign in. */
    binding: boolean('binding').notNull(),
    /** The token with which the provider is asked whether they are still there (`lib/single-sign-on/sealed.ts`). */
    sealed: text('sealed').notNull(),
    /** Grows with every answer of the provider. */
    version: integer('version').notNull().default(1),
    checkingUntil: time('checking_until'),
    /** From when on it is asked again. */
    dueAt: time('due_at').notNull(),
    /** Until when its last answer holds. */
    vouchedUntil: time('vouched_until').notNull(),
    /** The provider has said that they are gone. */
    endedAt: time('ended_at'),
    /** The role that the provider names and that they did not get, since their team would have been left without an admin. */
    heldRole: text('held_role', { enum: ['auditor', 'viewer', 'member', 'admin'] }),
    createdAt: time('created_at').notNull().defaultNow(),
    signedInAt: time('signed_in_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('sign_on_accounts_subject').on(table.issuer, table.subject),
    index('sign_on_accounts_due').on(table.dueAt),
  ],
);

/** Sessions that a provider vouches for. */
export const signOnSessions = pgTable(
  'sign_on_sessions',
  {
    sessionId: text('session_id')
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => signOnAccounts.id, { onDelete: 'cascade' }),
  },
  (table) => [index('sign_on_sessions_account').on(table.accountId)],
);

/** Good once, for ten minutes, in the browser in which it was begun. */
export const signOnAttempts = pgTable(
  'sign_on_attempts',
  {
    /** SHA-256 (hex) of the state. */
    stateHash: text('state_hash').primaryKey(),
    provider: text('provider').notNull(),
    /** SHA-256 (hex) of what the browser keeps in a cookie. */
    browserHash: text('browser_hash').notNull(),
    /** The nonce and the verifier. */
    sealed: text('sealed').notNull(),
    /** The path to open afterwards; one of ours. */
    target: text('target').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    usedAt: time('used_at'),
  },
  (table) => [index('sign_on_attempts_created').on(table.createdAt)],
);

/** What a company's directory shows to change who is in a team. */
export const directoryTokens = pgTable(
  'directory_tokens',
  {
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    name: text('name').notNull(),
    /** SHA-256 (hex). */
    hash: text('hash').notNull().unique(),
    madeBy: text('made_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: time('created_at').notNull().defaultNow(),
    lastUsedAt: time('last_used_at'),
    /** Rate limit: how far ahead of the clock its requests have moved it. */
    pacedAt: time('paced_at'),
    revokedAt: time('revoked_at'),
    revokedBy: text('revoked_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [index('directory_tokens_team').on(table.teamId)],
);

/** People whom the directory has named, in the team or not any more. */
export const directoryPeople = pgTable(
  'directory_people',
  {
    teamId: ofTeam(),
    userId: ofUser(),
    externalId: text('external_id'),
    /** What the directory wants: `in`; `waiting`, for a group that gives a role; `out`; `deleted`, and not to be seen. */
    state: text('state').$type<'in' | 'waiting' | 'out' | 'deleted'>().notNull().default('in'),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.userId] }),
    uniqueIndex('directory_people_external').on(table.teamId, table.externalId),
    index('directory_people_user').on(table.userId),
  ],
);

export const directoryGroups = pgTable(
  'directory_groups',
  {
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    name: text('name').notNull(),
    externalId: text('external_id'),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('directory_groups_name').on(table.teamId, table.name)],
);

export const directoryGroupMembers = pgTable(
  'directory_group_members',
  {
    groupId: text('group_id')
      .notNull()
      .references(() => directoryGroups.id, { onDelete: 'cascade' }),
    teamId: ofTeam(),
    userId: ofUser(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.userId] }),
    // Nobody whom the directory of this team has not named.
    foreignKey({
      columns: [table.teamId, table.userId],
      foreignColumns: [directoryPeople.teamId, directoryPeople.userId],
    }).onDelete('cascade'),
    index('directory_group_members_user').on(table.userId),
  ],
);
