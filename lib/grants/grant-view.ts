// Shared with the browser: types and pure functions only.
/** A grant as requested on a card, and as `GET /api/grants` shows it. */
import type { Bound, KeptBound } from './grant-bounds';

/** What the person who confirms also allows. */
export interface GrantWish {
  thisChat: boolean;
  /** At most 1,000; null: unlimited. */
  times: number | null;
  /** ISO 8601; null: as long as allowed. */
  until: string | null;
  bounds: Bound[];
}

export interface GrantView {
  id: string;
  server: string;
  tool: string;
  title: string;
  /** What it allows, in words for programs. */
  sentence: string;
  bounds: KeptBound[];
  user: { id: string; name: string };
  grantedBy: { id: string; name: string };
  /** ISO 8601, UTC, like all times here. */
  createdAt: string;
  expiresAt: string;
  used: number;
  remaining: number | null;
  chatId: string | null;
  revokedAt: string | null;
  /** No person ended it: the tool, the team's rules for it, or the rights of the person who gave it have changed. */
  isVoid: boolean;
  /** Its server does not list the tool now, so it allows nothing at present. */
  isAsleep: boolean;
}
