import 'server-only';
/** Calls that another run answers: who begins that run, and how deeply they may nest. */
import type { Ended } from '@/lib/execution/ended';
import type { CallRow } from '@/lib/execution/ledger';
import type { ConnectedTool } from '@/lib/tools/types';

/** Levels of runs below a person's. */
export const MOST_DEPTH = 3;

/** The sub-agents of a run. */
export interface SubAgents {
  /** How many runs are above this one. */
  readonly depth: number;
  /**
   * Begins the sub-agent of a call that is marked as sent, or finds it running, and waits for its end.
   * @returns how the call ended; nothing if the sub-agent waits for a person
   */
  work(call: CallRow, signal: AbortSignal): Promise<Ended | undefined>;
  /** What other runs of the tree have used of shared limits: steps, and pending cards. */
  stepsBeside(): Promise<number>;
  cardsBeside(): Promise<number>;
}

/** Whether a run at this place in the tree may make such calls at all. */
export function mayBegin({ subAgent }: ConnectedTool, subAgents: SubAgents | undefined): boolean {
  return !subAgent || (subAgents !== undefined && subAgents.depth < MOST_DEPTH);
}
