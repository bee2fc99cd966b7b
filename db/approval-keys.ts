/**
 * Expressions by which approvals are found. They are the conditions of partial indexes, so a query has to use the very
 * same text: PostgreSQL cannot match a parameter to an index condition.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

export const isPending = ({ status }: { status: SQLWrapper }): SQL => sql`${status} = 'pending'`;
/** It has a card; the others only wait for one that does. */
export const isAsk = ({ kind }: { kind: SQLWrapper }): SQL => sql`${kind} = 'ask'`;
/** When it was decided or, if it expired, when it did. */
export const decidedAt = (one: { decidedAt: SQLWrapper; expiresAt: SQLWrapper }): SQL =>
  sql`coalesce(${one.decidedAt}, ${one.expiresAt})`;
/** Confirmed, on hold, and not yet taken to run. */
export const isHolding = (one: { status: SQLWrapper; holdUntil: SQLWrapper; claimedAt: SQLWrapper }): SQL =>
  sql`${one.status} = 'confirmed' and ${one.holdUntil} is not null and ${one.claimedAt} is null`;
