/** What a card hands to the code that sends its decision, and gets back. */
import type { GrantWish } from '@/lib/grants/grant-view';

/**
 * The result of sending a decision. `waits`: others must confirm as well. `replacedBy`: the id of the card that stands in
 * this one's place now. `over`: resolves once what kept it from the server is over.
 */
export type DecideAnswer =
  | { ok: true; waits?: boolean }
  | { ok: false; message: string; replacedBy?: string; over?: Promise<void> };

export type Decision = 'confirm' | 'cancel';

/**
 * What goes with a decision: a cancel's reason, for the agent; the password, code or passkey that a critical confirm needs; what else
 * the person who confirms allows ahead.
 */
export interface DecisionDetails {
  reason?: string | undefined;
  password?: string | undefined;
  code?: string | undefined;
  passkey?: object | undefined;
  grant?: GrantWish | undefined;
}

/** Sends a decision on one approval. */
export type Decide = (
  approvalId: string,
  decision: Decision,
  details?: DecisionDetails,
) => Promise<DecideAnswer>;

/** The decision that is on its way to the server. */
export type Deciding = Decision | null;
