/** The interface between the card of a call with an unknown outcome and the code that sends a person's resolution. */
import type { Resolution } from '@/lib/unknowns/unknown-call-view';

export type ResolveAnswer = { ok: true } | { ok: false; message: string };

/** The result of a read-only tool. */
export interface CheckOutcome {
  text: string;
  structured: unknown;
}

export type CheckAnswer = { ok: true; outcome: CheckOutcome } | { ok: false; message: string };

export interface UnknownCallHandlers {
  /** Sends what a person found out about the call. */
  resolve(callId: string, resolution: Resolution): Promise<ResolveAnswer>;
  /** Calls one of the card's read-only tools, by its bare name. Decides nothing. */
  check(callId: string, tool: string): Promise<CheckAnswer>;
}
