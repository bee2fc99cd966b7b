// Shared with the browser: types and pure functions only.
/** An approval as shown by the card, `GET /api/approvals` and the stored `data-approval` part. */

import type { CardPreview } from '@/lib/plans/plan';
import type { Requirement } from '@/lib/policy/policy';
import type { Confirmers } from '@/lib/rules/confirmers';
import type { ResolvedAnnotations, Risk } from '@/mcp/annotations';

/** As people and programs see it. A held call (without a card) is never listed. */
export type ApprovalStatus = 'pending' | 'confirmed' | 'cancelled' | 'superseded' | 'expired';

/**
 * What may differ from the previous card: the preview, the tool as its server declares it, who is asked or what is
 * required, only the reason, or the arguments.
 */
export type CardChange = 'preview' | 'tool' | 'asks' | 'reason' | 'input';

export interface ApprovalView {
  id: string;
  chatId: string;
  toolCallId: string;
  server: string;
  /** The bare name. */
  tool: string;
  title: string;
  /** The tool's own words: unverified unless the server is trusted. */
  description: string;
  trusted: boolean;
  risk: Risk;
  annotations: ResolvedAnnotations;
  /** Whether it can be undone after it has run, as its tool says; absent if the card is older than this field. */
  reversible?: boolean;
  /** The exact arguments. */
  input: unknown;
  /** Arguments and preview have been erased, since their retention time is over. */
  contentsErased?: true;
  /** Who changed the arguments on an earlier card, and what the model had given. */
  edited: { by: { id: string; name: string }; before: unknown } | null;
  /** Null if the tool has no companion for it. */
  preview: CardPreview | null;
  /** The policy rule that asks. */
  rule: string;
  /** Why it asks, in words. */
  reason: string;
  requestedBy: { id: string; name: string };
  /**
   * It did not come from a chat but from another client of that person's: what that client calls itself, and its
   * token's name. `away`: the call waits while no client is connected for it, so it runs only if one asks again.
   */
  through?: { client: string | null; token: string; away: boolean };
  /** ISO 8601, UTC, like all times here. */
  requestedAt: string;
  expiresAt: string;
  status: ApprovalStatus;
  /** Hash of what the card shows; identifies it if several are confirmed at once. */
  shown: string;
  /** How long it is held after it is confirmed, in seconds; null: it runs at once. */
  holdSeconds: number | null;
  /** Confirmed, and held until then: whether this person may take it back meanwhile. Null if it is not held. */
  held: { until: string; mayTakeBack: boolean } | null;
  /** The policy does not let anybody run it now: it can only be cancelled. */
  denied: boolean;
  /** What differs from the card that it replaced; empty if it replaced none, or is no longer pending. */
  changed: CardChange[];
  /** The preview of the replaced card, if it differs. */
  was?: CardPreview['lines'];
  /** Who has to confirm. */
  requirement: Requirement;
  /** The person who confirms has to enter their password again. */
  critical: boolean;
  /** The person who confirms may allow calls like this one ahead. */
  grantable: boolean;
  /** Who has confirmed so far, oldest first; it takes two if it requires two admins. */
  confirmedBy: { id: string; name: string }[];
  /** Who else can confirm it; null if the person who asked can as well, or it is no longer pending. */
  confirmers: Confirmers | null;
  /** Whether the person who requested this view may confirm it now. */
  mayDecide: boolean;
  /** Whether that person may cancel it now. */
  mayCancel: boolean;
  decidedBy: { id: string; name: string } | null;
  decidedAt: string | null;
  /** The reason given by the person who cancelled; for an expired card, why nobody could have confirmed it. */
  decisionReason: string | null;
}

/** What the model reads about a call that was held and taken back; stored in place of a reason. */
export const TAKEN_BACK = 'Taken back before it ran.';

/** It was confirmed, held, and taken back: nothing ran. */
export const wasTakenBack = ({ status, decisionReason }: Pick<ApprovalView, 'status' | 'decisionReason'>) =>
  status === 'cancelled' && decisionReason === TAKEN_BACK;

/** Filter options among what waits. */
export interface ApprovalFilterOptions {
  tools: string[];
  /** Titles of our tools; none for a name that another server has as well. */
  titles: { tool: string; server: string; title: string }[];
  servers: string[];
  people: { id: string; name: string }[];
}

/** `next`: the cursor of the following page; null on the last. */
export interface ApprovalPage<Approval = ApprovalView> {
  approvals: Approval[];
  next: string | null;
}
