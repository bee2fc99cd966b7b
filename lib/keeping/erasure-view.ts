// Shared with the browser: types and pure functions only.
/** Erasing a person, as the API answers it. */

/** What goes, in the order in which it is told. */
export const GOES = [
  ...(['chats', 'messages', 'files', 'memories', 'folders', 'ratings', 'shares'] as const),
  ...(['sessions', 'tokens', 'allowed', 'signIns'] as const),
];
/** What stays under the pseudonym. */
export const STAYS = ['calls', 'decisions', 'receipts'] as const;

export interface ErasablePerson {
  id: string;
  name: string;
  email: string;
  /** They are in the team; else they have left it. */
  isMember: boolean;
}

/** What would go and what would stay, before anything does. */
export interface ErasurePlan extends ErasablePerson {
  goes: Record<string, number>;
  stays: Record<string, number>;
  /** Why it cannot be done now; null: it can. */
  refusal: string | null;
}

export interface ErasedPerson {
  /** The pseudonym. */
  id: string;
  by: string | null;
  /** ISO 8601, UTC; null: it has not begun. */
  at: string | null;
  /** The last of what they had said is gone. */
  isDone: boolean;
  counts: Record<string, number>;
}

export interface ErasuresView {
  people: ErasablePerson[];
  erased: ErasedPerson[];
}
