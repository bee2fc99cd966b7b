/** Grants: calls of one tool that somebody allowed in advance, for one person, within bounds. */
import { sql } from 'drizzle-orm';
import { index, integer, json, pgTable, text } from 'drizzle-orm/pg-core';
import { ofTeam, ofUser, time, users } from './auth';
import { approvals, chats } from './conversation';

export const grants = pgTable(
  'grants',
  {
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    /** For whose calls it holds, and who gave it. */
    userId: ofUser(),
    grantedBy: ofUser('granted_by'),
    /** The card on which it was given. */
    approvalId: text('approval_id').references(() => approvals.id, { onDelete: 'set null' }),
    server: text('server').notNull(),
    tool: text('tool').notNull(),
    title: text('title').notNull(),
    /** SHA-256 (hex) of the tool and of the team's rules for it at that time: if either changes, the grant is void. */
    contractHash: text('contract_hash').notNull(),
    rulesHash: text('rules_hash').notNull(),
    bounds: json('bounds').$type<unknown[]>().notNull(),
    /** Null: in every chat of the person. */
    chatId: text('chat_id').references(() => chats.id, { onDelete: 'cascade' }),
    /** How often it can still be used; null: without a limit. */
    remaining: integer('remaining'),
    used: integer('used').notNull().default(0),
    expiresAt: time('expires_at').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    revokedAt: time('revoked_at'),
    revokedBy: text('revoked_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [index('grants_of_person').on(table.userId).where(sql`${table.revokedAt} is null`)],
);
