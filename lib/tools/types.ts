/** What a connected server offers, resolved once. Policy, instructions, gate, queue and card read this. */

import type { ContentPart } from '@/lib/values/call-content';
import type { ResolvedAnnotations, Risk } from '@/mcp/annotations';
import type { Preview } from '@/mcp/define-tool';
import type { CallRisk } from '@/mcp/risk';
import type { RecordHint } from '@/mcp/serving/record';
import type { UndoHint } from '@/mcp/serving/undo';
import type { ServerHealth } from './health';
import type { CallLimits } from './limits';
import type { LogLine } from './log-line';
import type { HeldRehearsal } from './rehearsal';
import type { ResultField } from './result-fields';

/** One tool of one server as this caller may see it. */
export interface ConnectedTool {
  /** Name of the connection; our own is `amber`. */
  server: string;
  serverUrl: string;
  /** The name that its server gives itself; absent if it gives none. A different name means a different server. */
  callsItself?: string;
  trusted: boolean;
  /** The server's own name of the tool. */
  name: string;
  /** What the model knows it by: the bare name for our own, `server__tool` otherwise; unambiguous. */
  modelName: string;
  /** For people: the server's title, or the name. Untrusted text for untrusted servers. */
  title: string;
  description: string;
  /** JSON Schema of the input. */
  inputSchema: Record<string, unknown>;
  /** As declared, for the tools page; never decides anything. */
  declared: Record<string, unknown>;
  annotations: ResolvedAnnotations;
  risk: Risk;
  /** Bare name of the read-only companion (same trusted server) that says what would go. */
  preview?: string;
  /** Bare name of the read-only companion (same trusted server) that tells the outcome of a call by its id. */
  lookup?: string;
  /** Bare name of the read-only companion (same trusted server) that classifies a single call. */
  perCall?: string;
  /** What undoes a call of it, on the same trusted server; absent: it cannot be undone. */
  undo?: UndoHint;
  /** What shows the record that a call of it is about, on the same trusted server. */
  record?: RecordHint;
  /** What turns a call of it into a rehearsal, as an admin declared and a first rehearsal confirmed. */
  rehearsal?: HeldRehearsal;
  /** For one call only (`toolOfCall`): the companion said that this call asks a person in every mode. */
  asksAlways?: true;
  /** What else a trusted server says of it, in `_meta`. */
  parallel?: true;
  repeatable?: true;
  silent?: true;
  /** Its calls are answered by another run of the model here; only our own servers have such tools. */
  subAgent?: true;
  /** It only proposes calls, and always asks; one of the tools that this process answers itself. */
  proposes?: true;
  /** Address of its server's page that shows its results (`ui://`); absent: none, or it may not be shown. */
  page?: string;
  /** Who alone may call it. `order`: people, with a button; absent: the model, and its server's pages. */
  onlyFor?: 'model' | 'page' | 'order';
  /** What its output schema says of the fields of a result, for people to read; absent: nothing. */
  fields?: ResultField[];
  /**
   * SHA-256 (hex) of everything the server declared about the tool, in canonical JSON, and of the sign-in it is called
   * with.
   */
  definitionHash: string;
  /**
   * SHA-256 (hex) of what is binding: the server's name, the name it gives itself, its address, credential and trust;
   * the tool's name, schemas and annotations. Wording does not count.
   */
  contractHash: string;
}

/** A server that could not be listed: reported by name, harming no other. */
export interface ConnectionProblem {
  server: string;
  message: string;
  /** What would fix it, where that is known. */
  kind?: 'needs-sign-in';
}

export interface ListOptions {
  /** A server to list again right now, as deciding about one of its tools requires; the others as with `asKnown`. */
  fresh?: string;
  /** Takes what servers listed recently as it is, without refreshing it in the background. */
  asKnown?: boolean;
  /** Includes tools meant only for their server's pages, which the model is not told about. */
  forPages?: boolean;
  /** Includes tools that undo calls and that the model is not told about. */
  forOrders?: boolean;
  /** Servers to wait for until their listing times out, even if they have never been listed. */
  waitFor?: readonly string[];
  /** The version of the team's servers, if the caller has just read it: saves reading it again. */
  asOf?: number;
}

export interface ConnectionsHealth {
  /** All but our own, in the order of their list. */
  servers: ServerHealth[];
  /** Entries of the configuration that cannot be used at all. */
  problems: ConnectionProblem[];
}

/** What a server says about all its tools together (MCP's `instructions`). The server is trusted, but this is still data. */
export interface ServerWords {
  server: string;
  text: string;
}

export interface ToolListing {
  /** In a fixed order; preview companions are left out. */
  tools: ConnectedTool[];
  problems: ConnectionProblem[];
  /** From trusted servers only, in the order of the list. */
  servers?: ServerWords[];
  /** The version of the team's servers that this listing used; absent if none is kept. */
  serversVersion?: number;
}

/** The result of a call, as MCP answered it. */
export interface CallOutcome {
  isError: boolean;
  /** What the model reads of it, capped. */
  text: string;
  structured: unknown;
  /** What the page may show of it, capped. Absent: the text is all. */
  content?: ContentPart[];
  /** The bytes of its pictures, sounds and files, by their part's index in the content. */
  media?: { place: number; bytes: Buffer }[];
}

/** Progress that a server reports for a call. */
export interface Progress {
  progress: number;
  total?: number;
  /** In the server's words: one short line, without invisible characters. */
  message?: string;
}

/** MCP's answer to a question that a server has put to a person. */
export interface Elicited {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, unknown>;
}

/** What the caller provides for a call about to be sent. */
export interface Sending {
  /** Sent to the server in `_meta`. */
  callId: string;
  /** Called right before each message of the call is handed to the network. */
  onSend(): void;
  /**
   * Called when the server has said something about this very call: progress, a log line, a question. Pings and
   * keep-alives do not count.
   */
  onHeard?(): void;
  /** Receives what the server logs during the call. Absent: servers of 2026 are not asked to log. */
  onLog?(line: LogLine): void;
  /** Receives the progress that the server reports. Absent: it is not asked to report any. */
  onProgress?(progress: Progress): void;
  /** The trace it belongs to, in W3C form; absent: its server is sent none. */
  trace?: string | undefined;
  /** Whether its slot at the server is taken already (`Connections.enter`). */
  hasEntered?: boolean;
  /**
   * Answers a question the server asks during the call (`params` as sent), while the call's own clock stands still; the
   * signal is aborted when nobody waits for the answer any more. Absent: the server may ask nothing. If it rejects,
   * nothing more of the call is sent.
   */
  onElicit?(params: Record<string, unknown>, signal: AbortSignal): Promise<Elicited>;
  /** The server has asked something, but it is unclear which of several calls it meant, so nobody is asked. */
  onUnclear?(): Promise<unknown>;
  /** Checked before a further message of the same call, requested by its server, is sent. If it rejects, none is. */
  goOn?(): Promise<void>;
}

/**
 * What a server says about a call whose outcome is unknown. `final`: it will not happen later either. A null outcome is
 * one that the server does not know.
 */
export type Happened = { happened: false; final: boolean } | { happened: true; outcome: CallOutcome | null };

/** What is read for a card. `record`: SHA-256 (hex) of the whole record, of which the lines may show only the beginning. */
export type Shown = Preview & { record?: string };

/** Work that continues after the calls that started it, and ends with their run. */
export interface AtWork {
  /** @returns the calls that show people what it has changed */
  end(signal: AbortSignal): Promise<LastCall[]>;
}

/** A call that the model did not make and that ends a run. */
export interface LastCall {
  server: string;
  /** The tool's own name at its server. */
  tool: string;
  input: Record<string, unknown>;
}

/** All servers as one caller may use them. Connects only when something is actually called. */
export interface Connections {
  /**
   * The tools as last listed. A server that has never been listed is waited for briefly; if it has not answered by
   * then, its tools are missing and it is reported as a problem.
   */
  list(options?: ListOptions): Promise<ToolListing>;
  /**
   * Calls a tool, for at most as long as `limitsOf` says. Throws if no answer came; an error that the server answered
   * is `isError`.
   * @throws ConnectionError, or the signal's reason
   */
  call(tool: ConnectedTool, input: unknown, signal: AbortSignal, sending?: Sending): Promise<CallOutcome>;
  /**
   * Waits for a free slot at the tool's server: `maxConcurrency` applies per process.
   * @returns releases the slot
   * @throws the signal's reason
   */
  enter(tool: ConnectedTool, signal: AbortSignal): Promise<() => void>;
  /**
   * Whether the tool is still as it was listed, as far as this process knows. Asks no server: one that has not been
   * listed since counts as unchanged.
   */
  isCurrent(tool: ConnectedTool): boolean;
  /** The limits set for the tool's server; the defaults if the server is gone. */
  limitsOf(tool: ConnectedTool): CallLimits;
  /**
   * Asks the tool's companion what the call would affect; without one, asks for the record that the call is about.
   * Null: there is neither. Throws if a companion should answer and does not.
   * @param assertMay called right before it is asked, once its server has a slot for that: throws if it may not be.
   * Companions of our own servers wait for nothing, and it is not called for them
   */
  preview(
    tool: ConnectedTool,
    input: unknown,
    signal: AbortSignal,
    assertMay?: () => Promise<void>,
  ): Promise<Shown | null>;
  /** Asks the tool's companion to classify this call. Null: it has none. Otherwise as `preview`. */
  riskOf(
    tool: ConnectedTool,
    input: unknown,
    signal: AbortSignal,
    assertMay?: () => Promise<void>,
  ): Promise<CallRisk | null>;
  /** Asks the tool's companion whether this call took effect. Null: it has none. Otherwise as `preview`. */
  happened(
    tool: ConnectedTool,
    callId: string,
    signal: AbortSignal,
    assertMay?: () => Promise<void>,
  ): Promise<Happened | null>;
  /** What a run's calls have left running; nothing if they left nothing. */
  atWork(runId: string): Promise<AtWork | undefined>;
  /** The run is over, however it ended: discards what its calls left running. */
  forget(runId: string): Promise<void>;
  /** The state of the servers, for admins. Connects to none. */
  health(): ConnectionsHealth;
}
