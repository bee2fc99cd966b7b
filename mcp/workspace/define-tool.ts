/** How a tool of the workspace is declared: as ours are, with a workspace instead of a database. */
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

/** Where the list of what is to be done is kept: of a chat, or of a client's session. */
export interface Todos {
  read(callId: string | undefined): Promise<Todo[]>;
  write(todos: Todo[], callId: string | undefined): Promise<void>;
}

/** What commands need; absent where none are run. */
export interface Commands {
  /** The folder where their effects are kept until they are decided. */
  readonly layers: string;
  readonly background: BackgroundProcesses;
}

/** What is needed to take calls back; absent where that cannot be done. */
export interface TakingBack {
  /** The folder where what stood there before is kept. */
  readonly folder: string;
  /** Ids of the workspace's calls of the answer in which this one was made, the newest first. */
  callsOfAnswer(callId: string): Promise<string[]>;
}

export interface WorkspaceContext {
  readonly workspace: Workspace;
  readonly todos: Todos;
  readonly commands?: Commands;
  readonly takingBack?: TakingBack;
  /** The client answers calls of sub-agents itself; absent: there are none. */
  readonly subAgents?: true;
  /** How pages of the web are reached; absent: they are not. */
  readonly web?: Reach;
  /** The lines of the card by which a call was confirmed; undefined: nobody has seen what it would do. Absent: nobody is asked anything. */
  shown?(callId: string): Promise<Preview['lines'] | undefined>;
}

export interface WorkspaceCall extends WorkspaceContext {
  /** Aborted when the caller stops waiting. */
  readonly signal: AbortSignal;
  readonly callId: string | undefined;
  /** A companion asks, what it answers is for a card and not for a model, and nothing is done. */
  readonly isForCard?: boolean;
}

export interface WorkspaceTool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  name: string;
  title: string;
  /** Read by the model; the first sentence also by people. */
  description: string;
  annotations: Annotations;
  /** Strict, every field described. */
  input: Input;
  output: Output;
  /** Tools that destroy: the name of the read-only companion that says what exactly would go. */
  preview?: string;
  /** The name of the read-only companion that says what one call is, by the same input. */
  perCall?: string;
  /** It is such a companion. */
  companion?: true;
  /** Its calls are not shown one by one. */
  silent?: true;
  /** What it answers may be another the next time, by itself. */
  repeatable?: true;
  /** It runs commands: it exists only where their effects can be kept. */
  runsCommands?: true;
  /** It takes calls back: it exists only where that can be done. */
  takesBack?: true;
  /** It hands a task to another run: it exists only where the client makes such runs. */
  subAgent?: true;
  /** It reaches the web: it exists only where that is possible. */
  goesOut?: true;
  /** Lists: the cursor that goes on after a row, so that a page can be cut anywhere. */
  cursorAfter?: (row: Record<string, unknown>, input: z.output<Input>) => string;
  run(input: z.output<Input>, call: WorkspaceCall): Promise<z.input<Output>>;
}

/** Keeps the types of one tool's input and output together. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: WorkspaceTool<Input, Output>,
): WorkspaceTool {
  return definition as unknown as WorkspaceTool;
}
