/** How a tool of the workspace is declared: like our other tools, with a workspace in place of a database. */
import type { z } from 'zod';
import type { Annotations } from '../annotations';
import type { Preview } from '../define-tool';
import type { BackgroundProcesses } from './background/processes';
import type { Reach } from './web/fetch-page';
import type { Workspace } from './workspace';

export interface Todo {
  text: string;
  status: 'pending' | 'in_progress' | 'completed';
}

/** Where the to-do list is kept: of a chat, or of a client's session. */
export interface Todos {
  read(callId: string | undefined): Promise<Todo[]>;
  write(todos: Todo[], callId: string | undefined): Promise<void>;
}

/** What commands need; absent if no commands are run. */
export interface Commands {
  /** The folder that keeps their effects until they are decided. */
  readonly layers: string;
  readonly background: BackgroundProcesses;
}

/** What undo needs; absent if calls cannot be taken back. */
export interface TakingBack {
  /** The folder that keeps what was there before. */
  readonly folder: string;
  /** Ids of the workspace's calls within the answer in which this call was made, newest first. */
  callsOfAnswer(callId: string): Promise<string[]>;
}

export interface WorkspaceContext {
  readonly workspace: Workspace;
  readonly todos: Todos;
  readonly commands?: Commands;
  readonly takingBack?: TakingBack;
  /** The client answers calls of sub-agents itself; absent if there are none. */
  readonly subAgents?: true;
  /** How web pages are fetched; absent if they are not. */
  readonly web?: Reach;
  /**
   * The lines of the card by which a call was confirmed; undefined if nobody has seen what it would do. Absent if
   * nobody is asked anything.
   */
  shown?(callId: string): Promise<Preview['lines'] | undefined>;
}

export interface WorkspaceCall extends WorkspaceContext {
  /** Aborted when the caller stops waiting. */
  readonly signal: AbortSignal;
  readonly callId: string | undefined;
  /** Set when a companion asks: the answer is for a card and not for a model, and nothing is changed. */
  readonly isForCard?: boolean;
}

export interface WorkspaceTool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  name: string;
  title: string;
  /** Read by the model; people see its first sentence. */
  description: string;
  annotations: Annotations;
  /** A strict schema in which every field is described. */
  input: Input;
  output: Output;
  /** Destructive tools: the name of the read-only companion that says what exactly would be destroyed. */
  preview?: string;
  /** The name of the read-only companion that classifies a single call by the same input. */
  perCall?: string;
  /** This tool is such a companion. */
  companion?: true;
  /** The page does not show its calls one by one. */
  silent?: true;
  /** The same call may give another result later, without anybody having changed anything. */
  repeatable?: true;
  /** Runs commands: exists only where their effects can be kept. */
  runsCommands?: true;
  /** Takes calls back: exists only where that is possible. */
  takesBack?: true;
  /** Hands a task to another run: exists only where the client creates such runs. */
  subAgent?: true;
  /** Reaches the web: exists only where that is possible. */
  goesOut?: true;
  /** Lists: the cursor that continues after a row, so that a page can be cut anywhere. */
  cursorAfter?: (row: Record<string, unknown>, input: z.output<Input>) => string;
  run(input: z.output<Input>, call: WorkspaceCall): Promise<z.input<Output>>;
}

/** Keeps the types of one tool's input and output together. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: WorkspaceTool<Input, Output>,
): WorkspaceTool {
  return definition as unknown as WorkspaceTool;
}
