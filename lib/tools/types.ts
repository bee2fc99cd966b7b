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
  /** The name that its server gives itself; absent where it gives none. Another one is another server. */
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
  /** Bare name of the read-only companion (same trusted server) that answers the hints of one call. */
  perCall?: string;
  /** What takes a call of it back, of the same trusted server; absent: it cannot be taken back. */
  undo?: UndoHint;
  /** What shows the record that a call of it is about, of the same trusted server. */
  record?: RecordHint;
  /** What makes a call of it a rehearsal, as an admin says and a first one has shown. */
  rehearsal?: HeldRehearsal;
  /** Of one call alone (`toolOfCall`): its companion said that a person is asked about it in every mode. */
  asksAlways?: true;
  /** What else a trusted server says of it, in `_meta`. */
  parallel?: true;
  repeatable?: true;
  silent?: true;
  /** Another run of the model answers its calls, in this installation; only our own servers have such tools. */
  subAgent?: true;
  /** It only proposes calls, and asks always; of what this process answers itself. */
  proposes?: true;
  /** Address of its server's page that shows its results (`ui://`); absent: none, or it may not be shown. */
  page?: string;
  /** Who alone may call it, `order`: people, by a button; absent: the model, and the pages of its server. */
  onlyFor?: 'model' | 'page' | 'order';
  /** What its output schema says of the fields of a result, for people to read; absent: nothing. */
  fields?: ResultField[];
  /** SHA-256 (hex) over everything the server declared of the tool, in canonical JSON, and the sign-in with which it is called. */
  definitionHash: string;
  /**
   * SHA-256 (hex) over what binds: the server's name, its own name of itself, address, credential and trust, the tool's name, schemas and
   * annotations. Wording does not count.
   */
  contractHash: string;
}

/** A server that could not be listed: reported by name, harming no other. */
export interface ConnectionProblem {
  server: string;
  message: string;
  /** What would mend it, where that is known. */
  kind?: 'needs-sign-in';
}

export interface ListOptions {
  /** A server that is asked again right now, as deciding about one of its tools needs; the others as with `asKnown`. */
  fresh?: string;
  /** What servers have told lately is given as it is: none of them is asked again beside it. */
  asKnown?: boolean;
  /** With the tools that are for the pages of their servers alone, which no model is told of. */
  forPages?: boolean;
  /** With what takes calls back and no model is told of. */
  forOrders?: boolean;
  /** Servers that are waited for as long as a listing may take, also when they have not been listed yet. */
  waitFor?: readonly string[];
  /** The version of the team's servers as it has just been read: it need not be read again. */
  asOf?: number;
}

export interface ConnectionsHealth {
  /** All but our own, in the order of their list. */
  servers: ServerHealth[];
  /** Entries that cannot be used at all. */
  problems: ConnectionProblem[];
}

/** What a server says of all its tools together (MCP's `instructions`). Somebody has vouched for it; still it is data. */
export interface ServerWords {
  server: string;
  text: string;
}

export interface ToolListing {
  /** In a fixed order; preview companions are left out. */
  tools: ConnectedTool[];
  problems: ConnectionProblem[];
  /** Of trusted servers alone, in the order of the list. */
  servers?: ServerWords[];
  /** Of the team's servers, with which it was listed; absent where nobody keeps one. */
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
  /** The bytes of its pictures, sounds and files, by their part's place in the content. */
  media?: { place: number; bytes: Buffer }[];
}

/** What a server tells of a call under way. */
export interface Progress {
  progress: number;
  total?: number;
  /** In the server's words: one line, short, nothing unseen. */
  message?: string;
}

/** MCP's answer to a question that a server has put to a person. */
export interface Elicited {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, unknown>;
}

/** What its caller knows of a call that is about to be sent. */
export interface Sending {
  /** Travels to the server in `_meta`. */
  callId: string;
  /** Told right before each message of the call is handed to the network. */
  onSend(): void;
  /**
   * Told when the server has said something of this very call: of its progress, a line of its log, a question. Never by a
   * ping or by what only keeps a connection open.
   */
  onHeard?(): void;
  /** Told what the server writes to its log in the course of the call. Absent: servers of 2026 are not asked to. */
  onLog?(line: LogLine): void;
  /** Told what the server says of its progress. Absent: it is not asked to. */
  onProgress?(progress: Progress): void;
  /** The trace that it is a part of, as W3C writes it; absent: its server is told nothing of it. */
  trace?: string | undefined;
  /** Whether its place among the calls of the server is taken already (`Connections.enter`). */
  hasEntered?: boolean;
  /**
   * Answers a question of the server in the middle of the call (`params` as sent), while the call's own time stands
   * still; the signal is aborted when nobody waits for the answer any more. Absent: it may ask none. Where
   * it rejects, nothing more of the call is sent.
   */
  onElicit?(params: Record<string, unknown>, signal: AbortSignal): Promise<Elicited>;
  /** Told that its server has asked something, and of which of several calls nobody can tell: nobody is asked. */
  onUnclear?(): Promise<unknown>;
  /** Asked before a further message of the same call leaves, which its server wants. Where it rejects, none does. */
  goOn?(): Promise<void>;
}

/**
 * What a server tells of a call whose outcome is unknown. `final`: it will not any more either. An
 * outcome of null is not known.
 */
export type Happened = { happened: false; final: boolean } | { happened: true; outcome: CallOutcome | null };

/** What is read for a card. `record`: SHA-256 (hex) of all of a record, of which the lines may be the beginning. */
export type Shown = Preview & { record?: string };

/** What goes on after the calls that began it, and ends with their run. */
export interface AtWork {
  /** @returns the calls by which people see what it has changed */
  end(signal: AbortSignal): Promise<LastCall[]>;
}

/** A call that no model has ordered, with which a run ends. */
export interface LastCall {
  server: string;
  /** The server's own name of it. */
  tool: string;
  input: Record<string, unknown>;
}

/** All servers as one caller may use them. Connects only when something is really called. */
export interface Connections {
  /**
   * The tools as last listed. A server that is listed for the first time is waited for shortly; what it has not told
   * by then is missing, and said to be.
   */
  list(options?: ListOptions): Promise<ToolListing>;
  /**
   * Calls a tool, for as long as `limitsOf` says. Throws when no answer came; an answered error is `isError`.
   *
   * @throws ConnectionError, or the signal's reason
   */
  call(tool: ConnectedTool, input: unknown, signal: AbortSignal, sending?: Sending): Promise<CallOutcome>;
  /**
   * Waits until the tool's server may be called once more: `maxConcurrency` holds for this process.
   *
   * @returns how to leave the place again
   * @throws the signal's reason
   */
  enter(tool: ConnectedTool, signal: AbortSignal): Promise<() => void>;
  /**
   * Whether the tool is still what it was when it was listed, as far as this process has heard. Asks nobody: a server
   * that was not listed again has told nothing else.
   */
  isCurrent(tool: ConnectedTool): boolean;
  /** What is set for the tool's server; for one that is gone, what holds without a setting. */
  limitsOf(tool: ConnectedTool): CallLimits;
  /**
   * Asks the tool's companion what would go; where it has none, for the record that the call is about. Null: it has neither.
   * Throws when it should answer and does not.
   */
  preview(tool: ConnectedTool, input: unknown, signal: AbortSignal): Promise<Shown | null>;
  /** Asks the tool's companion what this call is. Null: it has none. Throws as `preview` does. */
  riskOf(tool: ConnectedTool, input: unknown, signal: AbortSignal): Promise<CallRisk | null>;
  /** Asks the tool's companion whether this call took effect. Null: it has none. Throws as `preview` does. */
  happened(tool: ConnectedTool, callId: string, signal: AbortSignal): Promise<Happened | null>;
  /** What calls of a run have left at work; nothing: they have not. */
  atWork(runId: string): Promise<AtWork | undefined>;
  /** A run is over, however it ended: what its calls have left is thrown away. */
  forget(runId: string): Promise<void>;
  /** How it stands with the servers, for admins. Connects nothing. */
  health(): ConnectionsHealth;
}
