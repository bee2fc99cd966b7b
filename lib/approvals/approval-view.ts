// Shared with the browser: types and pure functions only.
/** An approval as the card, `GET /api/approvals` and the stored `data-approval` part show it. */

import type { CardPreview } from '@/lib/plans/plan';
import type { Requirement } from '@/lib/policy/policy';
import type { Confirmers } from '@/lib/rules/confirmers';
import type { ResolvedAnnotations, Risk } from '@/mcp/annotations';

/** As people and programs see it. A held call (no card) is never listed. */
export type ApprovalStatus = 'pending' | 'confirmed' | 'cancelled' | 'superseded' | 'expired';

/**
 * What may be otherwise than on the card before: what would go, the tool as its server declares it, whom it asks or with
 * what, the reason alone, or the arguments.
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
  /** Whether it can be taken back once it has run, as its tool says; absent: the card is older than that question. */
  reversible?: boolean;
  /** The exact arguments. */
  input: unknown;
  /** They and the preview are gone: their time was over. */
  contentsErased?: true;
  /** Who changed the arguments on an earlier card, and what the model had given. */
  edited: { by: { id: string; name: string }; before: unknown } | null;
  /** Null: the tool has no companion to ask. */
  preview: CardPreview | null;
  /** Which rule of the policy asks. */
  rule: string;
  /** Why it asks, in words. */
  reason: string;
  requestedBy: { id: string; name: string };
  /**
   * It came from no chat but from another client of that person's: what that calls itself, and its token's name. `away`:
   * the call waits, and no client is connected for it, so that it runs only if one asks again.
   */
  through?: { client: string | null; token: string; away: boolean };
  /** ISO 8601, UTC, as are all times here. */
  requestedAt: string;
  expiresAt: string;
  status: ApprovalStatus;
  /** Hash of what the card shows; names it where several are confirmed at once. */
  shown: string;
  /** How long it is held once it is confirmed, in seconds; null: it runs at once. */
  holdSeconds: number | null;
  /** Confirmed, and held until then: whether this person may take it back meanwhile. Null: it is not held. */
  held: { until: string; mayTakeBack: boolean } | null;
  /** The policy lets nobody run it now: it can only be cancelled. */
  denied: boolean;
  /** What is otherwise than on the card whose place it took; empty where it took none, or does not wait. */
  changed: CardChange[];
  /** What that one showed as going, where this one shows something else. */
  was?: CardPreview['lines'];
  /** Whom it asks. */
  requirement: Requirement;
  /** The person who confirms gives the password again. */
  critical: boolean;
  /** The person who confirms may allow calls like this one ahead. */
  grantable: boolean;
  /** Who has confirmed so far, oldest first; two must where it asks two admins. */
  confirmedBy: { id: string; name: string }[];
  /** Who else can confirm it; null where the person who asked can as well, or it does not wait. */
  confirmers: Confirmers | null;
  /** Whether the person who asked for this view may confirm it now. */
  mayDecide: boolean;
  /** Whether that person may cancel it now. */
  mayCancel: boolean;
  decidedBy: { id: string; name: string } | null;
  decidedAt: string | null;
  /** What the person who cancelled gave as reason; of one that expired, why nobody could have confirmed it. */
  decisionReason: string | null;
}

/** What the model reads of a call that was held and taken back; stands in the place of a reason. */
export const TAKEN_BACK = 'Taken back before it ran.';

/** It was confirmed, held, and taken back: nothing ran. */
export const wasTakenBack = ({ status, decisionReason }: Pick<ApprovalView, 'status' | 'decisionReason'>) =>
  status === 'cancelled' && decisionReason === TAKEN_BACK;

/** What can be chosen from among what waits. */
export interface ApprovalFilterOptions {
  tools: string[];
  /** What tools of ours are called; of a name that another server has as well, nothing. */
  titles: { tool: string; server: string; title: string }[];
  servers: string[];
  people: { id: string; name: string }[];
}

/** `next`: where the following page begins; null on the last. */
export interface ApprovalPage<Approval = ApprovalView> {
  approvals: Approval[];
  next: string | null;
}
