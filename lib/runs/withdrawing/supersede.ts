import 'server-only';
import type { Transaction } from '@/db/client';
import { advanceAll } from '@/lib/execution/ledger';
import { markSuperseded } from '@/lib/store/approvals';

/**
 * Supersedes the run's approvals that have not been claimed. That is nobody's decision: who had confirmed one stays in
 * the record.
 * @param isUnsent also those that were claimed: their calls were not sent, and nobody drives the run any more
 */
export async function supersedeApprovals(
  tx: Transaction,
  runId: string,
  why: string,
  isUnsent = false,
): Promise<void> {
  const withdrawn = await markSuperseded(tx, runId, why, isUnsent);
  await advanceAll(tx, runId, withdrawn, 'superseded', { error: why });
}
