/** Calls whose outcome is unknown, as the inbox keeps them: one that is settled keeps its place. */

import type { UnknownCallInContext } from '@/lib/inbox/inbox-view';
import type { Resolution } from '@/lib/unknowns/unknown-call-view';

export interface ShownUnknownCall {
  unknownCall: UnknownCallInContext;
  /** Set once somebody has settled it: here, or (null) elsewhere. */
  settled: { as: Resolution | null } | null;
}

/** Merges the shown calls with those that are open now. */
export function mergeUnknownCalls(
  shown: readonly ShownUnknownCall[],
  open: readonly UnknownCallInContext[],
  saidHere: ReadonlyMap<string, Resolution>,
): ShownUnknownCall[] {
  const fresh = new Map(open.map((unknownCall) => [unknownCall.callId, unknownCall]));
  const kept = shown.map(({ unknownCall, settled }): ShownUnknownCall => {
    const now = fresh.get(unknownCall.callId);
    fresh.delete(unknownCall.callId);
    if (now) return { unknownCall: now, settled: null };
    return { unknownCall, settled: settled ?? { as: saidHere.get(unknownCall.callId) ?? null } };
  });
  return [...kept, ...[...fresh.values()].map((unknownCall) => ({ unknownCall, settled: null }))];
}

export const isOpen = ({ settled }: ShownUnknownCall) => settled === null;
