// Shared with the browser: types and pure functions only.
/** Erasing a person, as the API returns it. */

/** What is removed, in the order in which it is listed. */
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
  /** They are in the team; otherwise they have left it. */
  isMember: boolean;
}

/** What would be removed and what would stay, before anything happens. */
export interface ErasurePlan extends ErasablePerson {
  goes: Record<string, number>;
  stays: Record<string, number>;
  /** Why it cannot be done now; null if it can. */
  refusal: string | null;
}

export interface ErasedPerson {
  /** The pseudonym. */
  id: string;
  by: string | null;
  /** ISO 8601, UTC; null if it has not begun. */
  at: string | null;
  /** Everything they had said has been removed. */
  isDone: boolean;
  counts: Record<string, number>;
}

export interface ErasuresView {
  people: ErasablePerson[];
  erased: ErasedPerson[];
}
