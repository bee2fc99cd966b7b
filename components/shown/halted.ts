'use client';
/** What admins have stopped, for any component that shows a call: known below the provider, empty elsewhere. */
import { createContext, useContext } from 'react';
import { told } from '@/components/words/told';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { haltOf, haltReason } from '@/lib/policy/halts';
import type { HaltView } from '@/lib/rules/halt-view';

const Halts = createContext<readonly HaltView[]>([]);

export const HaltsKnown = Halts.Provider;

/** The halts in force in the team. */
export function useHalts(): readonly HaltView[] {
  return useContext(Halts);
}

/** Why a pending call cannot be confirmed now, as far as the page knows; the server checks the rest. */
export function useHaltOf(approval: ApprovalView): string | null {
  const { server, tool, risk, trusted, requestedBy, through } = approval;
  const holding = useHalts().filter(({ kind, userId }) => {
    if (kind === 'person') return userId === requestedBy.id;
    return kind !== 'clients' || through !== undefined;
  });
  const halt = haltOf(holding, { server, name: tool, risk, trusted });
  return halt ? told(haltReason(halt)) : null;
}
