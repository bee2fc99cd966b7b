/** Whether calls of a tool may be rehearsed at all. Pure. */
import type { DeclaredTool } from '../declared-tool';

type Rehearsable = Pick<DeclaredTool, 'isForApp' | 'isCompanion'> & {
  risk: string;
  annotations: { openWorldHint: boolean };
  preview?: string;
  record?: unknown;
};

export type RehearsalComplaint = 'reads' | 'preview' | 'far' | 'no-record';

/** For a tool of a trusted server: why not; nothing if it may. */
export function rehearsalComplaint({
  isForApp,
  isCompanion,
  risk,
  annotations,
  preview,
  record,
}: Rehearsable): RehearsalComplaint | undefined {
  if (risk === 'read-only' || isForApp || isCompanion) return 'reads';
  if (preview !== undefined) return 'preview';
  // What has left the server cannot be inspected afterwards.
  if (annotations.openWorldHint) return 'far';
  return record === undefined ? 'no-record' : undefined;
}
