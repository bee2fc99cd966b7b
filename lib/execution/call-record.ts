// Shared with the browser: types and pure functions only.
/** What the app, not the server, says of a tool call: whose tool it is, and when it really ran. */
import type { ResolvedAnnotations, Risk } from '@/mcp/annotations';

/** `toolMetadata` of every tool part (`dynamic-tool`): what the app, not the server, says of the tool. */
export interface CallMetadata {
  server: string;
  /** The bare name; the part's `toolName` is what the model knows (`server__tool`). */
  tool: string;
  title: string;
  trusted: boolean;
  risk: Risk;
  annotations: ResolvedAnnotations;
}

/** When a call really ran: sent once at its start (no end yet) and again, with the same id, at its end. */
export interface CallRecord {
  toolCallId: string;
  /** ISO 8601, UTC. */
  startedAt: string;
  durationMs?: number;
  outcome?: 'success' | 'error' | 'abort';
}
