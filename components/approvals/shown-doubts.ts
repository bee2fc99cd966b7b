/** Calls whose outcome is unknown, as the inbox keeps them: one that is settled stays where it stood. */

import type { DoubtInContext } from '@/lib/inbox/inbox-view';
import type { Resolution } from '@/lib/unknowns/doubt-view';

export interface ShownDoubt {
  doubt: DoubtInContext;
  /** Somebody has said what became of it: here, or (null) elsewhere. */
  settled: { as: Resolution | null } | null;
}

/** What is shown with what is open now. */
export function mergeDoubts(
  shown: readonly ShownDoubt[],
  open: readonly DoubtInContext[],
  saidHere: ReadonlyMap<string, Resolution>,
): ShownDoubt[] {
  const fresh = new Map(open.map((doubt) => [doubt.callId, doubt]));
  const kept = shown.map(({ doubt, settled }): ShownDoubt => {
    const now = fresh.get(doubt.callId);
    fresh.delete(doubt.callId);
    if (now) return { doubt: now, settled: null };
    return { doubt, settled: settled ?? { as: saidHere.get(doubt.callId) ?? null } };
  });
  return [...kept, ...[...fresh.values()].map((doubt) => ({ doubt, settled: null }))];
}

export const isOpen = ({ settled }: ShownDoubt) => settled === null;
