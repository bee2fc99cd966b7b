// Shared with the browser: types and pure functions only.
/** What the app, not the server, says of a tool call: whose tool it is, and when it really ran. */

import type { LogLine } from '@/lib/tools/log-line';
import type { ResultField } from '@/lib/tools/result-fields';
import type { ContentPart } from '@/lib/values/call-content';
import type { ResolvedAnnotations, Risk } from '@/mcp/annotations';
import type { UndoHint } from '@/mcp/serving/undo';

/** `toolMetadata` of every tool part (`dynamic-tool`): what the app, not the server, says of the tool. */
export interface CallMetadata {
  server: string;
  /** The bare name; the part's `toolName` is what the model knows (`server__tool`). */
  tool: string;
  title: string;
  trusted: boolean;
  risk: Risk;
  annotations: ResolvedAnnotations;
  /** About this very call a person is asked in every mode. */
  asksAlways?: true;
  /** A housekeeping tool of a trusted server: its row is left out of the conversation, not of the record. */
  silent?: true;
  /** Another run of the model answers the call; what that does is shown below it. */
  subAgent?: true;
  /** Address of the server's page that shows its results (`ui://`), as it was when the call was made. */
  page?: string;
  /** What takes the call back, as its server said when it was made; absent: nothing does. */
  undo?: UndoHint;
  /** What the tool's output schema says of the fields of a result: its server's words. */
  fields?: ResultField[];
}

/** When a call really ran: sent once at its start (no end yet) and again, with the same id, at its end. */
export interface CallRecord {
  toolCallId: string;
  /** ISO 8601, UTC. */
  startedAt: string;
  /**
   * How long it may take, in milliseconds: while nothing is heard of it, as long as its server may be silent; from then on
   * as long as it may take in all.
   */
  deadlineMs?: number;
  durationMs?: number;
  /** How long of that it waited for a person, in milliseconds: the call's own time stood still. */
  waitedMs?: number;
  /** What its server last told of it while it runs, in its own words. */
  progress?: { progress: number; total?: number; message?: string };
  /** `unknown`: it was sent, and its outcome is unknown. */
  outcome?: 'success' | 'error' | 'abort' | 'unknown';
  /** Of a call that another run answers: the id of the place where that works. */
  subAgent?: string;
  /** Of a call whose server has a page for it: its id, by which that is shown and makes its own calls. */
  shownBy?: string;
  /** Of a call that changed something and can be taken back: its id. */
  undo?: string;
  /** Of a call whose record can be compared before and after: its id. */
  reads?: string;
  /** It has not been sent: what it would do is being found out. */
  rehearsing?: true;
  /** What this very call was found to be, where its server says that of each; absent: what its tool is. */
  found?: Pick<CallMetadata, 'risk' | 'annotations'>;
  /** It ran without asking because somebody had allowed it. */
  allowed?: AllowedAhead;
}

/** The newest lines that its server wrote in the course of a call, oldest first. */
export interface CallLog {
  toolCallId: string;
  lines: LogLine[];
}

/** Who allowed calls like one ahead, and when (ISO 8601, UTC). */
export interface AllowedAhead {
  by: { id: string; name: string };
  at: string;
}

/** A call that a person has ordered by a button: the rest of it is the ledger's. */
export interface Order {
  server: string;
  /** The server's own name of it. */
  tool: string;
  input: Record<string, unknown>;
  /** It takes back what this call did: its id. */
  undoes?: string;
}

/** What a call leaves in the message: MCP's shape, so that the page can show content and structure. */
export interface CallOutput {
  content: ContentPart[];
  structuredContent?: unknown;
}
