import 'server-only';
import type { Transaction } from '@/db/client';
import { advanceAll } from '@/lib/execution/ledger';
import { markSuperseded } from '@/lib/store/approvals';

/**
 * Supersedes the run's approvals that have not been taken to run. Nobody decided that: who had confirmed one stands in
 * the record.
 * @param isUnsent also those that were taken: what they let run was not sent, and nobody drives it any more
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
