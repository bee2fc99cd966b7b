// Shared with the browser: types and pure functions only.
/** A grant as a card asks for it, and as `GET /api/grants` shows it. */
import type { Bound, KeptBound } from './grant-bounds';

/** What the person who confirms also allows. */
export interface GrantWish {
  thisChat: boolean;
  /** At most 1,000; null: without a limit. */
  times: number | null;
  /** ISO 8601; null: as long as may be. */
  until: string | null;
  bounds: Bound[];
}

export interface GrantView {
  id: string;
  server: string;
  tool: string;
  title: string;
  /** What it lets run, in words for programs. */
  sentence: string;
  bounds: KeptBound[];
  user: { id: string; name: string };
  grantedBy: { id: string; name: string };
  /** ISO 8601, UTC, as are all times here. */
  createdAt: string;
  expiresAt: string;
  used: number;
  remaining: number | null;
  chatId: string | null;
  revokedAt: string | null;
  /** It was not a person who ended it: the tool, the team's rules for it, or the rights of who gave it are others now. */
  isVoid: boolean;
  /** Its server does not list the tool now, so that it lets nothing run as things are. */
  isAsleep: boolean;
}
