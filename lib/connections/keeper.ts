import type { AtWork } from '@/lib/tools/types';

/** For a server in this process: work that continues after the call that began it. */
export interface Keeper {
  /** Undefined if no call of the run has left anything running. */
  atWork(runId: string): Promise<AtWork | undefined>;
  /** The run is over: discards what is left. */
  forget(runId: string): Promise<void>;
  close(): Promise<void>;
}
