/** What people show beside their password, or in its place: codes of an app, recovery codes, passkeys. In the shape of better-auth's plugins. */
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ofUser, time } from '../auth';

/** One row for each person who has a second factor, or is setting one up; wrong codes are counted here too. */
export const twoFactors = pgTable(
  'two_factors',
  {
    id: text('id').primaryKey(),
    userId: ofUser(),
    /** The seed of their app's codes, sealed; null: they use no app. */
    secret: text('secret'),
    /** The seed of an app that has not shown a code yet; becomes `secret` once it has. */
    pending: text('pending'),
    /** Whether there is an app: better-auth's plugin reads it. */
    verified: boolean('verified').notNull().default(false),
    /** The time step of the last accepted code: neither it nor an earlier one is accepted again. */
    lastStep: bigint('last_step', { mode: 'number' }),
    /** Wrong codes in a row, of any kind, wherever they were tried. */
    failures: integer('failures').notNull().default(0),
    lockedUntil: time('locked_until'),
    /** When the recovery codes were made. */
    codesAt: time('codes_at'),
  },
  (table) => [uniqueIndex('two_factors_user').on(table.userId)],
);

/** Recovery codes on paper, each good once: a used one's row is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: ofUser(),
    /** SHA-256 (hex) of the code, which has 80 random bits. */
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** Keys of people's devices; the private half never leaves those. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    userId: ofUser(),
    credentialID: text('credential_id').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    createdAt: time('created_at').notNull().defaultNow(),
    aaguid: text('aaguid'),
  },
  (table) => [
    uniqueIndex('passkeys_credential').on(table.credentialID),
    index('passkeys_user').on(table.userId),
  ],
);

/** What a passkey was asked to sign, for one purpose. Each works once: presenting the signature takes and deletes its row. */
export const factorChallenges = pgTable(
  'factor_challenges',
  {
    /** SHA-256 (hex) of the challenge. */
    id: text('id').primaryKey(),
    userId: ofUser(),
    /** `register`: a new passkey. `prove`: a change of the person's account. `card`: a critical card. */
    purpose: text('purpose', { enum: ['register', 'prove', 'card'] }).notNull(),
    /** Of a card: its id and the hash of what it shows; of a change: which one, and of what. */
    subject: text('subject').notNull().default(''),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('factor_challenges_user').on(table.userId)],
);
