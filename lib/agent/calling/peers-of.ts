/** Which calls of a step may run concurrently. Pure. */
import type { Concurrency } from '@/lib/execution/queue';
import { merelyReads } from '@/lib/tools/merely-reads';
import type { ConnectedTool } from '@/lib/tools/types';

/** A refused call runs nothing, so no other call waits for it. */
export const RUNS_NOTHING: Concurrency = { peers: 'reads', server: '', atOnce: 1000 };

/** Reads of trusted servers run concurrently, and so do calls of a tool declared parallel. */
export function peersOf(tool: ConnectedTool): string | null {
  if (merelyReads(tool)) return 'reads';
  return tool.parallel ? `parallel of ${tool.server}` : null;
}
