/** The contract between a card and the code that sends its decision. */
import type { GrantWish } from '@/lib/grants/grant-view';

/**
 * The result of sending a decision. `waits`: others must confirm as well. `replacedBy`: the id of the card that has
 * replaced this one. `over`: resolves once whatever kept it from the server is over.
 */
export type DecideAnswer =
  | { ok: true; waits?: boolean }
  | { ok: false; message: string; replacedBy?: string; over?: Promise<void> };

export type Decision = 'confirm' | 'cancel';

/**
 * What is sent with a decision: the reason for a cancel, which the agent reads; the password, code or passkey for a
 * critical confirm; the grant that the person who confirms gives along with it.
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

/** The decision being sent. */
export type Deciding = Decision | null;
