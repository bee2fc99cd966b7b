// Shared with the browser: types and pure functions only.
/** A call with an unknown outcome, as its card shows it. */

import type { Risk } from '@/mcp/annotations';

/** What a person found out: it took effect; it did not, and is to be run; it stays open. */
export type Resolution = 'happened' | 'rerun' | 'left';

export interface UnknownCallView {
  /** The ledger's id of the call, which the server was given as well. */
  callId: string;
  toolCallId: string;
  server: string;
  /** The bare name. */
  tool: string;
  title: string;
  trusted: boolean;
  risk: Risk;
  /** The exact arguments. */
  input: unknown;
  /** ISO 8601, UTC: when it was sent last. */
  sentAt: string;
  /** How often it was sent. */
  attempts: number;
  /** What is known about it, in words. */
  text: string;
  /** The person who asked stopped it after it was sent. Absent in answers stored before this field existed. */
  stopped?: boolean;
  /** The server's answer, if it arrived after the call had been given up: then it took effect. */
  late: string | null;
  /** Read-only tools of the same server that can be called with arguments from the call. */
  checks: { tool: string; title: string }[];
  resolution: Resolution | null;
  resolvedBy: { id: string; name: string } | null;
  /** ISO 8601, UTC. */
  resolvedAt: string | null;
  mayResolve: boolean;
}
