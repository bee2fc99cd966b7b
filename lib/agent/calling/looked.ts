/**
 * What a decision has looked at right before it let a run continue: its call need not be looked up again, as long as
 * the statement that claims it finds everything unchanged.
 */
import type { ApprovalRow } from '@/lib/store/approvals';
import type { ConnectedTool } from '@/lib/tools/types';

export interface Looked {
  /** As decided. */
  permission: Pick<ApprovalRow, 'id' | 'kind'>;
  /** As its server declared it then. */
  tool: ConnectedTool;
  serversVersion: number;
  /** The hash of everything else that it was judged by. */
  authorityHash: string;
  /** By this process's monotonic clock. */
  at: number;
}

/** After this long, in milliseconds, a call that had to wait for others is looked up again. */
const HOLDS_MS = 1_000;

export function isFresh({ at }: Pick<Looked, 'at'>): boolean {
  return performance.now() - at < HOLDS_MS;
}
