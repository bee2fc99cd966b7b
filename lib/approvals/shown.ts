import 'server-only';
/** Records that a person has seen a card. Decides nothing. */
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { findApproval } from '@/lib/store/approval-cards';
import { insertView } from '@/lib/store/approvals';

/**
 * Recorded once per person and card; not for a card that is no longer pending.
 * @throws AppError not_found: it does not exist, or this person may not see it
 */
export async function noteShown(db: Database, caller: Caller, approvalId: string): Promise<void> {
  const found = await findApproval(db, caller, approvalId);
  if (!found) throw new AppError('not_found', 'There is no such approval.');
  if (found.status !== 'pending') return;
  await insertView(db, approvalId, caller.userId);
}
