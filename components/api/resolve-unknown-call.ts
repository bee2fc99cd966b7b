/** What the card of a call with an unknown outcome hands to the code that sends a person's resolution, and gets back. */
import type { Resolution } from '@/lib/unknowns/unknown-call-view';

export type ResolveAnswer = { ok: true } | { ok: false; message: string };

/** What a read-only tool answered. */
export interface CheckOutcome {
  text: string;
  structured: unknown;
}

export type CheckAnswer = { ok: true; outcome: CheckOutcome } | { ok: false; message: string };

export interface UnknownCallHandlers {
  /** Sends what a person found out about one call. */
  resolve(callId: string, resolution: Resolution): Promise<ResolveAnswer>;
  /** Asks one of the card's read-only tools, by its bare name. Decides nothing. */
  check(callId: string, tool: string): Promise<CheckAnswer>;
}
