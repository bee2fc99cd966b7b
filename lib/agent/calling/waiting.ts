/** Calls of a segment that wait for a person, or for a call that does. */
import type { Ruling } from '@/lib/approvals/authority';
import type { CardPreview } from '@/lib/plans/plan';
import type { ConnectedTool } from '@/lib/tools/types';

/** The SDK's announcement of a waiting call. */
export interface Request {
  approvalId: string;
  toolCallId: string;
}

/** What the card of a call shows. */
export type Asking = Pick<Waiting, 'tool' | 'ruling' | 'preview'>;

/** A waiting call: what its row will hold once the SDK has emitted its request. */
export interface Waiting {
  kind: 'ask' | 'held';
  tool: ConnectedTool;
  input: unknown;
  ruling: Ruling;
  preview: CardPreview | null;
}
