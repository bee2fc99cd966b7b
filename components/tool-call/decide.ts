/** What passes between a card and whoever sends its decision. */

/** What came of sending a decision. `replacedBy`: the id of the card that stands in this one's place now. */
export type DecideAnswer = { ok: true } | { ok: false; message: string; replacedBy?: string };

export type Decision = 'confirm' | 'cancel';

/** Sends a decision on one approval. `reason` goes with a cancel, to the agent. */
export type Decide = (approvalId: string, decision: Decision, reason?: string) => Promise<DecideAnswer>;

/** The decision that is on its way to the server. */
export type Deciding = Decision | null;
