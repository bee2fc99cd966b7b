import 'server-only';
/** The tools of one segment in the SDK's form: validated input, labelled description, execution behind the gate. */
import { dynamicTool, type JSONSchema7, jsonSchema, type ToolSet } from 'ai';
import { metadataOf } from '@/lib/execution/metadata-of';
import { mark } from '@/lib/models/hand-over';
import type { Input } from '@/lib/models/model-input';
import type { ConnectedTool } from '@/lib/tools/types';
import { validateInput } from '@/lib/tools/validate-input';
import { type ContentPart, isMedia, type MediaPart, modelText } from '@/lib/values/call-content';
import { type CallOutput, executeCall } from './calling/execute-call';
import { definitionText } from './descriptions';
import type { Gate } from './gate';
import { riskLabel } from './instructions';
import type { TurnContext } from './turn-context';

/** The SDK's tools of a segment. */
export interface GrowingTools {
  /** By the names the model knows; the SDK reads it at every step. */
  set: ToolSet;
  /** Every existing tool, in the set or not, with what a call's row on the page needs. */
  rows: ToolSet;
  /** Builds those that exist and are not built yet. */
  add(names: Iterable<string>): void;
  /** Builds this one as it is now, even if another has its name. */
  put(tool: ConnectedTool): void;
  /**
   * The offer without what the set implies: the SDK compares all names with each other, which is slow for a thousand.
   */
  shorten<Offer extends Offered>(offer: Offer): Offer;
}

/** What a step is offered, by the names the model knows; absent: everything in the set. */
interface Offered {
  activeTools?: string[];
  toolOrder?: string[];
}

/**
 * Grows with what is offered: building ten thousand for every turn, and having the SDK go through them at every step,
 * takes longer than choosing among them.
 */
export function growingTools(
  there: Pick<ReadonlyMap<string, ConnectedTool>, 'get' | 'has'>,
  context: TurnContext,
  gate: Gate,
  taken: Input,
): GrowingTools {
  const set: ToolSet = Object.create(null);
  const toModelOutput = modelOutput(taken);
  const put = (tool: ConnectedTool) => {
    set[tool.modelName] = { ...sdkTool(tool, context, gate), toModelOutput };
  };
  const add = (names: Iterable<string>) => {
    for (const name of names) {
      const tool = there.get(name);
      if (tool && !(name in set)) put(tool);
    }
  };
  const get = (_: ToolSet, name: string | symbol) => (there.has(String(name)) ? ROW : undefined);
  const rows = new Proxy<ToolSet>(Object.create(null), { get });
  return { set, rows, add, put, shorten: (offer) => shorten(Object.keys(set), offer) };
}

function shorten<Offer extends Offered>(names: readonly string[], offer: Offer): Offer {
  const { activeTools, toolOrder, ...rest } = offer;
  const active = new Set(activeTools);
  const offered = activeTools ? names.filter((name) => active.has(name)) : names;
  const isOrdered =
    toolOrder?.every((name, at) => name === offered[at]) && toolOrder.length === offered.length;
  return {
    ...rest,
    ...(activeTools && offered.length < names.length && { activeTools }),
    ...(toolOrder && !isOrdered && { toolOrder }),
  } as Offer;
}

const ROW = dynamicTool({ inputSchema: jsonSchema({}), execute: () => undefined });

function sdkTool(tool: ConnectedTool, context: TurnContext, gate: Gate): ToolSet[string] {
  return dynamicTool({
    title: tool.title,
    description: `${definitionText(tool)} ${riskLabel(tool)}`.trim(),
    metadata: { ...metadataOf(tool), annotations: { ...tool.annotations } },
    inputSchema: jsonSchema<unknown>(tool.inputSchema as JSONSchema7, {
      validate: (value) => {
        const checked = validateInput(tool, value);
        return checked.ok
          ? { success: true, value: checked.value }
          : { success: false, error: new Error(checked.message) };
      },
    }),
    execute: (input, { toolCallId, abortSignal }) =>
      executeCall({ context, gate, tool, toolCallId, input, signal: abortSignal ?? context.signal }),
  });
}

/**
 * The model reads the text of a result, and a mark for each image and file that it accepts; structured content is for
 * the page.
 */
function modelOutput(taken: Input) {
  return ({ output }: { output: unknown }) => {
    const { content } = Object(output) as Partial<CallOutput>;
    // A result that is not ours must not break every later turn of its chat.
    if (!Array.isArray(content)) return { type: 'text' as const, value: '[unreadable result]' };
    const text = modelText(content);
    const marks = content.flatMap((part) => (isTaken(part, taken) && part.at ? [mark(part.at)] : []));
    if (marks.length === 0) return { type: 'text' as const, value: text };
    return { type: 'content' as const, value: [{ type: 'text' as const, text }, ...marks] };
  };
}

/** Pixels per side: providers reject larger images. */
const LARGEST_SIDE = 8_000;

/** Images that are not animated. */
function isTaken(part: ContentPart, taken: Input): part is MediaPart {
  if (taken === 'text' || !isMedia(part)) return false;
  if (part.type === 'file') return taken === 'files' && part.mimeType === 'application/pdf';
  const { type, width = 0, height = 0, animated } = part;
  return type === 'image' && !animated && Math.max(width, height) <= LARGEST_SIDE;
}

/** Tools that only translate stored results for the model: history may contain calls of tools that are gone. */
export function historyTools(names: Iterable<string>, taken: Input): ToolSet {
  const set: ToolSet = Object.create(null);
  const toModelOutput = modelOutput(taken);
  for (const name of names) {
    set[name] = dynamicTool({ inputSchema: jsonSchema({}), execute: () => undefined, toModelOutput });
  }
  return set;
}
