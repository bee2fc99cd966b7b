/**
 * What a decision has looked at right before it let a run go on: its call need not be looked at once more, as long as a
 * statement that takes it finds everything as it was.
 */
import type { ApprovalRow } from '@/lib/store/approvals';
import type { ConnectedTool } from '@/lib/tools/types';

export interface Looked {
  /** As decided. */
  permission: Pick<ApprovalRow, 'id' | 'kind'>;
  /** As its server declared it then. */
  tool: ConnectedTool;
  serversVersion: number;
  /** Of everything else that it was judged by. */
  authorityHash: string;
  /** By this process's clock, which nobody sets. */
  at: number;
}

/** A call that had to wait for others is looked at again, in milliseconds. */
const HOLDS_MS = 1_000;

export function isFresh({ at }: Pick<Looked, 'at'>): boolean {
  return performance.now() - at < HOLDS_MS;
}
