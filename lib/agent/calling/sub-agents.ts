import 'server-only';
/** Calls that another run answers: who begins it, and how deep that may go. */
import type { Ended } from '@/lib/execution/ended';
import type { CallRow } from '@/lib/execution/ledger';
import type { ConnectedTool } from '@/lib/tools/types';

/** Levels of runs below a person's. */
export const MOST_DEPTH = 3;

/** The sub-agents of a run. */
export interface SubAgents {
  /** How many runs stand above this one. */
  readonly depth: number;
  /**
   * Begins the sub-agent of a call that is marked as sent, or finds it at work, and waits for its end.
   * @returns how the call ended; nothing when the sub-agent waits for a person
   */
  work(call: CallRow, signal: AbortSignal): Promise<Ended | undefined>;
  /** What the other runs of the tree have used of what they share: steps, and cards that wait. */
  stepsBeside(): Promise<number>;
  cardsBeside(): Promise<number>;
}

/** Whether a run at this place in the tree may have such calls at all. */
export function mayBegin({ subAgent }: ConnectedTool, subAgents: SubAgents | undefined): boolean {
  return !subAgent || (subAgents !== undefined && subAgents.depth < MOST_DEPTH);
}
