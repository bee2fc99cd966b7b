/** What a team's admins, and its members for themselves, decided about servers and tools; and who confirmed what. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { members, ofTeam, ofUser, time, users } from './auth';
import { approvals } from './conversation';

export const policyRules = pgTable(
  'policy_rules',
  {
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    /** The person whose own rule it is, while they are in the team; null: the team's, set by an admin. */
    userId: text('user_id').references(() => members.userId, { onDelete: 'cascade' }),
    server: text('server').notNull(),
    /** The bare name; null: every tool of the server. */
    tool: text('tool'),
    /** Null: it only locks, or marks as critical. */
    effect: text('effect', { enum: ['allow', 'ask', 'ask_admin', 'two_admins', 'deny'] }),
    /** Neither yolo nor a grant gets past it. */
    locked: boolean('locked').notNull().default(false),
    /** The person who confirms gives the password again. */
    critical: boolean('critical').notNull().default(false),
    /** How long a card of such a call waits; null: a day. */
    openForHours: integer('open_for_hours'),
    /** How long a confirmed call is held before it runs, so that it can be taken back; null: not at all. */
    holdSeconds: integer('hold_seconds'),
    setBy: text('set_by').references(() => users.id, { onDelete: 'set null' }),
    setAt: time('set_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('policy_rules_one').on(
      table.teamId,
      sql`coalesce(${table.userId}, '')`,
      table.server,
      sql`coalesce(${table.tool}, '')`,
    ),
    index('policy_rules_user').on(table.userId),
  ],
);

/** Who confirmed an approval; a trigger refuses anyone who may not, and a confirmed approval without enough of them. */
export const confirmations = pgTable(
  'confirmations',
  {
    approvalId: text('approval_id')
      .notNull()
      .references(() => approvals.id, { onDelete: 'cascade' }),
    userId: ofUser(),
    at: time('at').notNull().defaultNow(),
    /** SHA-256 (hex) of the token of the session in which it was given. */
    session: text('session'),
  },
  (table) => [primaryKey({ columns: [table.approvalId, table.userId] })],
);

/** A halt set by an admin: until it is lifted, no process sends a call that it covers. */
export const halts = pgTable(
  'halts',
  {
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    kind: text('kind', { enum: ['writes', 'server', 'tool', 'person', 'clients'] }).notNull(),
    /** Of `server` and `tool`. */
    server: text('server'),
    /** Of `tool`: its bare name. */
    tool: text('tool'),
    /** Of `person`: nothing runs for them, and they decide nothing. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** In the admin's words; people whose calls do not run read it. */
    reason: text('reason').notNull(),
    setBy: text('set_by').references(() => users.id, { onDelete: 'set null' }),
    setAt: time('set_at').notNull().defaultNow(),
    liftedBy: text('lifted_by').references(() => users.id, { onDelete: 'set null' }),
    liftedAt: time('lifted_at'),
  },
  (table) => [
    uniqueIndex('halts_one')
      .on(
        table.teamId,
        table.kind,
        sql`coalesce(${table.server}, '')`,
        sql`coalesce(${table.tool}, '')`,
        sql`coalesce(${table.userId}, '')`,
      )
      .where(sql`${table.liftedAt} is null`),
    index('halts_user').on(table.userId),
    index('halts_team').on(table.teamId, table.setAt),
    check(
      'halts_target',
      sql`(${table.kind} in ('server', 'tool')) = (${table.server} is not null) and (${table.kind} = 'tool') = (${table.tool} is not null)
      and (${table.kind} = 'person') = (${table.userId} is not null)`,
    ),
    check('halts_reason', sql`char_length(${table.reason}) between 1 and 500`),
  ],
);
