import 'server-only';
/** Approvals: the cards that ask people, and the calls that are held beside them. */
import { and, asc, eq, ne } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { approvals } = schema;

export type ApprovalRow = typeof approvals.$inferSelect;

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
