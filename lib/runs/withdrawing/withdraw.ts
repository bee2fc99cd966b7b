import 'server-only';
import type { Transaction } from '@/db/client';
import { endUnsent } from '@/lib/execution/ledger';
import { markRunSuperseded, type RunRow } from '@/lib/store/runs';
import { seenEnd } from '../seen-run';
import { stopBelow } from '../sub-agents/stop-below';
import { supersedeApprovals } from './supersede';

/**
 * A new message withdraws whatever still waits, and what was confirmed but has not been claimed; and stops the
 * sub-agents that it waits for.
 */
export async function withdraw(tx: Transaction, run: RunRow, why: string): Promise<void> {
  await supersedeApprovals(tx, run.id, why);
  await endUnsent(tx, run.id, why);
  if (run.status === 'waiting') {
    await stopBelow(tx, run.id, why);
    await markRunSuperseded(tx, run.id);
    seenEnd(run, 'superseded');
  }
}
