// Shared with the browser: types and pure functions only.
/** What the app, not the server, says about a tool call: whose tool it is, and when it really ran. */

import type { LogLine } from '@/lib/tools/log-line';
import type { ResultField } from '@/lib/tools/result-fields';
import type { ContentPart } from '@/lib/values/call-content';
import type { ResolvedAnnotations, Risk } from '@/mcp/annotations';
import type { UndoHint } from '@/mcp/serving/undo';

/** `toolMetadata` of every tool part (`dynamic-tool`): what the app, not the server, says about the tool. */
export interface CallMetadata {
  server: string;
  /** The bare name; the part's `toolName` is what the model knows (`server__tool`). */
  tool: string;
  title: string;
  trusted: boolean;
  risk: Risk;
  annotations: ResolvedAnnotations;
  /** This particular call asks a person in every mode. */
  asksAlways?: true;
  /** A housekeeping tool of a trusted server: its row is left out of the conversation, not of the record. */
  silent?: true;
  /** A sub-agent (another run of the model) answers the call; its work is shown below it. */
  subAgent?: true;
  /** Address of the server's page that shows its results (`ui://`), as it was when the call was made. */
  page?: string;
  /** What undoes the call, as its server declared when it was made; absent: nothing does. */
  undo?: UndoHint;
  /** What the tool's output schema says about the fields of a result, in its server's words. */
  fields?: ResultField[];
}

/** When a call really ran: sent once at its start (no end yet) and again, with the same id, at its end. */
export interface CallRecord {
  toolCallId: string;
  /** ISO 8601, UTC. */
  startedAt: string;
  /**
   * The call's current time limit, in milliseconds: until it is first heard of, how long its server may stay silent;
   * after that, how long the call may take in all.
   */
  deadlineMs?: number;
  durationMs?: number;
  /** How much of that time was spent waiting for a person, in milliseconds; the call's clock stood still meanwhile. */
  waitedMs?: number;
  /** The latest progress its server reported, in the server's words. */
  progress?: { progress: number; total?: number; message?: string };
  /** `unknown`: it was sent, and its outcome is unknown. */
  outcome?: 'success' | 'error' | 'abort' | 'unknown';
  /** For a call answered by another run: the id of the place where that run works. */
  subAgent?: string;
  /** For a call whose server has a page for it: the id by which the page is shown and makes its own calls. */
  shownBy?: string;
  /** For a call that changed something and can be undone: the undo's id. */
  undo?: string;
  /** For a call whose record can be compared before and after: the id to ask by. */
  reads?: string;
  /** Not sent yet: what it would do is still being looked up. */
  rehearsing?: true;
  /** The risk and annotations of this particular call, where its server declares them per call; absent: those of its tool. */
  found?: Pick<CallMetadata, 'risk' | 'annotations'>;
  /** It ran without asking because somebody had granted it in advance. */
  allowed?: AllowedAhead;
  /** The policy's rule by which it ran although nobody was asked about this very call. */
  rule?: string;
}

/** The newest lines that its server logged during a call, oldest first. */
export interface CallLog {
  toolCallId: string;
  lines: LogLine[];
}

/** The rules by which a call that changes something may run although nobody is asked about it. */
export const UNASKED = ['yolo', 'override', 'grant', 'planned', 'writes'] as const;

/** Who granted calls like this one in advance, and when (ISO 8601, UTC). */
export interface AllowedAhead {
  by: { id: string; name: string };
  at: string;
}

/** A call that a person made with a button; everything else about it is in the ledger. */
export interface Order {
  server: string;
  /** The tool's own name at its server. */
  tool: string;
  input: Record<string, unknown>;
  /** The id of the call that this one undoes. */
  undoes?: string;
}

/** What a call leaves in the message: MCP's shape, so that the page can show content and structure. */
export interface CallOutput {
  content: ContentPart[];
  structuredContent?: unknown;
}
