/** What one segment of a run works with. */
import type { Database } from '@/db/client';
import type { Caller, Connections } from '@/lib/connections/types';
import type { CallRecord } from '@/lib/execution/call-record';
import type { Fence } from '@/lib/execution/ledger';

export interface TurnContext {
  db: Database;
  caller: Caller;
  chatId: string;
  runId: string;
  /** By which this process holds the run. */
  fence: Fence;
  connections: Connections;
  /** Aborted when the run is stopped. */
  signal: AbortSignal;
  /** Tells those who follow when a call really starts and ends. */
  tell(record: CallRecord): void;
}
