// Shared with the browser: types and pure functions only.
/** For how long a team keeps what, as the API answers it. */

export const KEPT_KINDS = ['chats', 'contents', 'mail'] as const;
export type KeptKind = (typeof KEPT_KINDS)[number];

/** Calls can be taken back for as long, which needs what they were made with. */
export const LEAST_CONTENTS_DAYS = 30;
/** About 27 years. */
export const MOST_DAYS = 9_999;

export interface KeptTime {
  /** The team's own value; null: as the operator has it. */
  own: number | null;
  /** What the operator says at most; null: for ever. */
  most: number | null;
  /** Less is not set. */
  least: number;
}

export interface SweepView {
  id: number;
  what: 'chats' | 'erased chats' | 'answers' | 'contents' | 'mail';
  count: number;
  /** ISO 8601, UTC. */
  at: string;
}

export interface KeepingView {
  kept: Record<KeptKind, KeptTime>;
  /** Who set the team's values last, and when; null: nobody has. */
  set: { by: string | null; at: string } | null;
  /** What went lately, newest first. */
  sweeps: SweepView[];
}

/** What would go with other values, beside what goes anyway. */
export type GoingView = Record<'chats' | 'answers' | 'contents' | 'mail', number>;
