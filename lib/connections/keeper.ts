import type { AtWork } from '@/lib/tools/types';

/** Of a server of this process: what goes on after the call that began it. */
export interface Keeper {
  /** Nothing: no call of the run has left anything. */
  atWork(runId: string): Promise<AtWork | undefined>;
  /** The run is over: what is left is thrown away. */
  forget(runId: string): Promise<void>;
  close(): Promise<void>;
}
