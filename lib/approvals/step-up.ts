import 'server-only';
/** The card for which a person has to prove their identity again. */
import type { Queryable } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { findApproval } from '@/lib/store/approval-cards';
import { shownHash } from './approval-rows';
import { conflict } from './conflict';
import { mayConfirm, whoConfirms } from './rights';

/**
 * A critical card that waits for this person, by its id and the hash of what it shows.
 * @throws AppError not_found, forbidden, conflict (it is no longer pending, or requires no proof)
 */
export async function cardToConfirm(
  db: Queryable,
  caller: Caller,
  approvalId: string,
): Promise<{ id: string; shown: string }> {
  const found = await findApproval(db, caller, approvalId);
  if (!found) throw new AppError('not_found', 'There is no such approval.');
  const { row, status } = found;
  if (!mayConfirm(caller, row)) throw new AppError('forbidden', whoConfirms(row));
  if (status !== 'pending') throw conflict(status);
  if (!row.critical) throw new AppError('conflict', 'This card asks for nothing but your Confirm.');
  return { id: row.id, shown: shownHash(row) };
}
