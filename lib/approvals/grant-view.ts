// Shared with the browser: types and pure functions only.
/** A grant as a card asks for it, and as `GET /api/grants` shows it. */
import type { Bound } from './grant-bounds';

/** What the person who confirms allows besides. */
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
  /** What it lets run, in words. */
  sentence: string;
  user: { id: string; name: string };
  grantedBy: { id: string; name: string };
  /** ISO 8601, UTC, as are all times here. */
  createdAt: string;
  expiresAt: string;
  used: number;
  remaining: number | null;
  chatId: string | null;
  revokedAt: string | null;
  /** Why it lets nothing run as things are now; null: nothing is known against it. */
  void: Void | null;
}

/** The tool is another than it was, the team has other rules for it, or the server does not list it. */
export type Void = 'tool' | 'rules' | 'gone';
