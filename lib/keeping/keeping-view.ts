// Shared with the browser: types and pure functions only.
/** How long a team keeps what, as the API returns it. */

export const KEPT_KINDS = ['chats', 'contents', 'mail'] as const;
export type KeptKind = (typeof KEPT_KINDS)[number];

/** Calls can be taken back for this long, which requires their arguments. */
export const LEAST_CONTENTS_DAYS = 30;
/** About 27 years. */
export const MOST_DAYS = 9_999;

export interface KeptTime {
  /** The team's own value; null: the operator's value. */
  own: number | null;
  /** The operator's maximum; null: for ever. */
  most: number | null;
  /** The smallest value that can be set. */
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
  /** Who last set the team's values, and when; null: nobody has. */
  set: { by: string | null; at: string } | null;
  /** Recent deletions, newest first. */
  sweeps: SweepView[];
}

/** What other values would delete in addition to what is deleted anyway. */
export type GoingView = Record<'chats' | 'answers' | 'contents' | 'mail', number>;
