/**
 * By what approvals are found. These stand in the conditions of indexes, and a query has to say the same in the same words: what
 * comes as a parameter is not known to be the same.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

export const isPending = ({ status }: { status: SQLWrapper }): SQL => sql`${status} = 'pending'`;
/** It has a card; the others only wait for it. */
export const isAsk = ({ kind }: { kind: SQLWrapper }): SQL => sql`${kind} = 'ask'`;
/** When it was decided; of one that ran out, when that was. */
export const decidedAt = (one: { decidedAt: SQLWrapper; expiresAt: SQLWrapper }): SQL =>
  sql`coalesce(${one.decidedAt}, ${one.expiresAt})`;
/** Confirmed, and held before it runs; it has not been taken to run. */
export const isHolding = (one: { status: SQLWrapper; holdUntil: SQLWrapper; claimedAt: SQLWrapper }): SQL =>
  sql`${one.status} = 'confirmed' and ${one.holdUntil} is not null and ${one.claimedAt} is null`;
