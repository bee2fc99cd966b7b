// Shared with the browser: types and pure functions only.
/** An approval as the card, `GET /api/approvals` and the stored `data-approval` part show it. */

import type { Requirement } from '@/lib/policy/policy';
import type { ResolvedAnnotations, Risk } from '@/mcp/annotations';
import type { Preview } from '@/mcp/define-tool';

/** As people and programs see it. A held call (no card) is never listed. */
export type ApprovalStatus = 'pending' | 'confirmed' | 'cancelled' | 'superseded' | 'expired';

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
  /** The exact arguments. */
  input: unknown;
  /** Who changed the arguments on an earlier card, and what the model had given. */
  edited: { by: { id: string; name: string }; before: unknown } | null;
  /** Null: the tool has no companion to ask. */
  preview: Preview | null;
  /** Why the policy asks, in words. */
  reason: string;
  requestedBy: { id: string; name: string };
  /** ISO 8601, UTC, as are all times here. */
  requestedAt: string;
  expiresAt: string;
  status: ApprovalStatus;
  /** Whom it asks. */
  requirement: Requirement;
  /** Whoever confirms gives the password again. */
  critical: boolean;
  /** Whoever confirms may allow calls like this one ahead. */
  grantable: boolean;
  /** Who has confirmed so far, oldest first; two must where it asks two admins. */
  confirmedBy: { id: string; name: string }[];
  /** Whether the person who asked for this view may confirm it now. */
  mayDecide: boolean;
  /** Whether that person may cancel it now. */
  mayCancel: boolean;
  decidedBy: { id: string; name: string } | null;
  decidedAt: string | null;
  /** What the person who cancelled gave as reason. */
  decisionReason: string | null;
}
