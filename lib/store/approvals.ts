import 'server-only';
/** Approvals: the cards that ask people, and the calls that are held beside them. */
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { cardTime } from './card-time';

const { approvals } = schema;

export type ApprovalRow = typeof approvals.$inferSelect;
/** Of a card: a call that is held beside it has none that anybody sees. */
export type ApprovalStatus = Exclude<ApprovalRow['status'], 'held' | 'released'>;

/** A pending row past its time reads `expired`, by the database's clock, whether or not it was swept yet. */
export const statusNow = sql<ApprovalStatus>`case when ${approvals.status} = 'pending' and ${approvals.expiresAt} <= ${cardTime}
  then 'expired' else ${approvals.status} end`;

/** How the run's newest card stands; one that was put in the place of another counts before that. */
export async function findNewestStatus(db: Queryable, runId: string): Promise<ApprovalStatus | undefined> {
  const [card] = await db
    .select({ status: statusNow })
    .from(approvals)
    .where(eq(approvals.runId, runId))
    .orderBy(desc(approvals.requestedAt), sql`(${approvals.status} = 'superseded')`)
    .limit(1);
  return card?.status;
}

export async function findNewestApproval(db: Queryable, runId: string): Promise<ApprovalRow | undefined> {
  const [card] = await db
    .select()
    .from(approvals)
    .where(eq(approvals.runId, runId))
    .orderBy(desc(approvals.requestedAt))
    .limit(1);
  return card;
}

/** The run's cards that wait for an admin, as they were asked. */
export function listWaitingForAdmins(tx: Transaction, runId: string): Promise<ApprovalRow[]> {
  const waits = and(
    eq(approvals.kind, 'ask'),
    eq(approvals.status, 'pending'),
    ne(approvals.requirement, 'ask'),
  );
  return tx
    .select()
    .from(approvals)
    .where(and(eq(approvals.runId, runId), waits))
    .orderBy(asc(approvals.requestedAt), asc(approvals.id));
}
