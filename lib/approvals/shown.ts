import 'server-only';
/** That a person had a card before his eyes, for the record. Decides nothing. */
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { schema } from '@/db/schema/all';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { findApproval } from './approval-rows';

const { approvals, approvalViews } = schema;

/**
 * Notes it once per person and card; of a card that waits no more nothing is noted.
 * @throws AppError not_found: there is none, or not for these eyes
 */
export async function noteShown(db: Database, caller: Caller, approvalId: string): Promise<void> {
  const found = await findApproval(db, caller, approvalId);
  if (!found) throw new AppError('not_found', 'There is no such approval.');
  if (found.status !== 'pending') return;
  const waiting = db
    .select({
      approvalId: approvals.id,
      userId: sql<string>`${caller.userId}`.as('user_id'),
      at: sql`now()`.as('at'),
    })
    .from(approvals)
    .where(and(eq(approvals.id, approvalId), eq(approvals.status, 'pending')));
  await db.insert(approvalViews).select(waiting).onConflictDoNothing();
}
