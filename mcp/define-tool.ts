/**
 * How a tool is declared: once, with everything Amber needs to know about it. The type requires all four hints and
 * rejects a tool that claims to be both read-only and destructive.
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
  /** The scope a caller needs for the tool to exist; `any`: it exists with any scope. */
  scope: Scope | 'any';
  annotations: Annotations;
  /** Strict: `z.strictObject`. Every field described. */
  input: Input;
  output: Output;
  /** Destructive tools: the name of the read-only companion that shows what exactly would be affected. */
  preview?: string;
  /** The name of the read-only companion that classifies a single call. */
  perCall?: string;
  /**
   * Whether a call's changes can be undone (`taking-back/`), as far as the database keeps them under the call's id;
   * optionally the path in the answer that is `true` if anything was changed. Absent: they cannot, and the card says
   * so.
   */
  undo?: { when?: `$result.${string}` };
  /**
   * This tool is such a companion, or says what became of calls: only the app calls it; models are never offered it and
   * people never see it listed.
   */
  companion?: boolean;
  /** Whether the tool exists in this installation (it may need configuration). Default: it does. */
  available?: (context: ToolContext) => boolean;
  /** Lists (see `define-list-tool.ts`): the cursor that continues after a row, so that a page can be cut anywhere. */
  cursorAfter?: (row: Record<string, unknown>, input: z.output<Input>) => string;
  run(input: z.output<Input>, context: CallContext): Promise<z.input<Output>>;
}

/** Keeps the types of one tool's input and output together; the registry only sees `ToolDefinition`. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): ToolDefinition {
  return definition as unknown as ToolDefinition;
}

/** The change of one file: a unified diff without its header. */
const difference = z.strictObject({
  path: z.string(),
  added: z.number().int().describe('Lines'),
  removed: z.number().int().describe('Lines'),
  text: z.string(),
  notShown: z.number().int().optional().describe('Lines of the diff that had no room'),
});

export type Difference = z.output<typeof difference>;

/** What a preview companion answers: one line for each thing that would be affected; `amount` is money with its currency. */
export const previewOutput = z.strictObject({
  lines: z.array(z.strictObject({ label: z.string(), value: z.string(), amount: z.string().optional() })),
  diffs: z.array(difference).optional(),
});

export type Preview = z.output<typeof previewOutput>;

/**
 * `_meta` key: names a destructive tool's companion. It takes the tool's own input, so that the app can pass exactly
 * the same arguments.
 */
export const PREVIEW_META = 'amber/preview';
/**
 * `_meta` key: names a read-only companion of the same server that takes the tool's own input and classifies one call
 * of it: see `risk.ts`.
 */
export const RISK_META = 'amber/risk';
/** `_meta` key: marks a companion, so that a client does not offer it to the model. */
export const COMPANION_META = 'amber/companion';
/** `_meta` key: names a read-only companion of the same server that tells the outcome of a call by its `callId`. */
export const LOOKUP_META = 'amber/lookup';
/** `_meta` key of `tools/call`: the call's id, the same however often the call is sent. */
export const CALL_ID_META = 'amber/call-id';
/**
 * `_meta` keys that are `true` or absent; they count only from a trusted server. The code that reads each one says what
 * follows.
 */
export const PARALLEL_META = 'amber/parallel';
export const REPEATABLE_META = 'amber/repeatable';
export const SILENT_META = 'amber/silent';
/** Likewise, but only from a server that is part of the client: a call is answered by another run of that client's model. */
export const SUB_AGENT_META = 'amber/sub-agent';
