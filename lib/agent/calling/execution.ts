/** A call to be run, and how it is claimed once it may. */
import type { CallRow } from '@/lib/execution/ledger';
import type { ConnectedTool } from '@/lib/tools/types';
import type { Gate } from '../gate';
import type { TurnContext } from '../turn-context';

export interface Execution {
  context: TurnContext;
  gate: Gate;
  tool: ConnectedTool;
  toolCallId: string;
  input: unknown;
  signal: AbortSignal;
}

/**
 * A call that may run, and how it is claimed at the moment it is sent; absent: it is already claimed, or needs no
 * claim.
 */
export interface Taking {
  row: CallRow;
  /** A person has confirmed it, with a plan: it is never sent a second time. */
  confirmed?: true;
  take?: (row: CallRow) => Promise<CallRow | undefined>;
}
