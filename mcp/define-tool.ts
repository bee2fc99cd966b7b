/**
 * How a tool is declared: once, with everything Amber needs to know about it. The type asks for all four
 * hints and refuses a tool that claims both to only read and to destroy.
 */
import { z } from 'zod';
import type { Annotations } from './annotations';
import type { CallContext, ToolContext } from './context';
import type { Scope } from './scopes';

export interface ToolDefinition<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  /** `noun_verb`, unique. */
  name: string;
  title: string;
  /** What it does, when to use it, what it needs. Read by the model; the first sentence also by people. */
  description: string;
  /** The caller's scope without which the tool does not exist; `any`: it exists with whatever scope. */
  scope: Scope | 'any';
  annotations: Annotations;
  /** Strict: `z.strictObject`. Every field described. */
  input: Input;
  output: Output;
  /** Destructive tools: the name of the read-only companion that says what exactly would go. */
  preview?: string;
  /** The name of the read-only companion that says what one call is. */
  perCall?: string;
  /**
   * What a call of it changed can be taken back (`taking-back/`), as far as the database keeps it under the call's id; with the
   * path in its answer where `true` says that it changed anything. Absent: it cannot, and the card says so.
   */
  undo?: { when?: `$result.${string}` };
  /** This tool is such a companion, or tells what became of calls: asked by the app, never offered to a model nor listed to people. */
  companion?: boolean;
  /** Whether the tool exists here at all (needs configuration). Default: it does. */
  available?: (context: ToolContext) => boolean;
  /** Lists (see `define-list-tool.ts`): the cursor that goes on after a row, so that a page can be cut anywhere. */
  cursorAfter?: (row: Record<string, unknown>, input: z.output<Input>) => string;
  run(input: z.output<Input>, context: CallContext): Promise<z.input<Output>>;
}

/** Keeps the types of one tool's input and output together; the registry only sees `ToolDefinition`. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): ToolDefinition {
  return definition as unknown as ToolDefinition;
}

/** What changes in one file: a unified diff without its head. */
const difference = z.strictObject({
  path: z.string(),
  added: z.number().int().describe('Lines'),
  removed: z.number().int().describe('Lines'),
  text: z.string(),
  notShown: z.number().int().optional().describe('Lines of the diff that had no room'),
});

export type Difference = z.output<typeof difference>;

/** What a preview companion answers: one line per thing that would go; `amount` is money with its currency. */
export const previewOutput = z.strictObject({
  lines: z.array(z.strictObject({ label: z.string(), value: z.string(), amount: z.string().optional() })),
  diffs: z.array(difference).optional(),
});

export type Preview = z.output<typeof previewOutput>;

/** Names a destructive tool's companion in `_meta`. It takes the tool's own input, so that the app can pass the very same arguments. */
export const PREVIEW_META = 'amber/preview';
/**
 * Names in a tool's `_meta` a read-only companion of the same server that takes the tool's own input and says what one call of it is:
 * see `risk.ts`.
 */
export const RISK_META = 'amber/risk';
/** Marks a companion in `_meta`, so that a client leaves it out of what the model sees. */
export const COMPANION_META = 'amber/companion';
/** Names in a tool's `_meta` a read-only companion of the same server that tells the outcome of a call by its `callId`. */
export const LOOKUP_META = 'amber/lookup';
/** In the `_meta` of `tools/call`: the call's id, the same however often the call is sent. */
export const CALL_ID_META = 'amber/call-id';
/** In a tool's `_meta`, `true` or absent; only a trusted server's word counts. The reader says what follows. */
export const PARALLEL_META = 'amber/parallel';
export const REPEATABLE_META = 'amber/repeatable';
export const SILENT_META = 'amber/silent';
/** The same; only a server that is part of the client says it: a call is answered by another run of that client's model. */
export const SUB_AGENT_META = 'amber/sub-agent';
