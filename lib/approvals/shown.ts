import 'server-only';
/** That a person has seen a card, for the record. Decides nothing. */
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { findApproval } from '@/lib/store/approval-cards';
import { insertView } from '@/lib/store/approvals';

/**
 * Notes it once per person and card; of a card that waits no more nothing is noted.
 * @throws AppError not_found: there is none, or not for these eyes
 */
export async function noteShown(db: Database, caller: Caller, approvalId: string): Promise<void> {
  const found = await findApproval(db, caller, approvalId);
  if (!found) throw new AppError('not_found', 'There is no such approval.');
  if (found.status !== 'pending') return;
  await insertView(db, approvalId, caller.userId);
}
