import 'server-only';
/** The tools of one segment as the SDK takes them: validated input, labelled description, execution behind the gate. */
import { dynamicTool, type JSONSchema7, jsonSchema, type ToolSet } from 'ai';
import type { ConnectedTool } from '@/lib/connections/types';
import { validateInput } from '@/lib/connections/validate-input';
import { modelText } from '@/lib/execution/call-content';
import { metadataOf } from '@/lib/execution/ledger';
import { type CallOutput, executeCall } from './execute-call';
import type { Gate } from './gate';
import { riskLabel } from './instructions';
import type { TurnContext } from './turn-context';

/** The SDK's tools of a segment. */
export interface GrowingTools {
  /** By the names the model knows; the SDK reads it anew at every step. */
  set: ToolSet;
  /** Every tool that there is, in the set or not, as far as a call's row on the page goes. */
  rows: ToolSet;
  /** Makes those that are there and not made yet. */
  add(names: Iterable<string>): void;
}

/**
 * Grows with what is offered: to make ten thousand for every turn, and to have the SDK look through them at every step,
 * takes longer than to choose among them.
 */
export function growingTools(
  there: ReadonlyMap<string, ConnectedTool>,
  context: TurnContext,
  gate: Gate,
): GrowingTools {
  const set: ToolSet = Object.create(null);
  const add = (names: Iterable<string>) => {
    for (const name of names) {
      const tool = there.get(name);
      if (tool) set[name] ??= sdkTool(tool, context, gate);
    }
  };
  const get = (_: ToolSet, name: string | symbol) => (there.has(String(name)) ? ROW : undefined);
  return { set, rows: new Proxy<ToolSet>(Object.create(null), { get }), add };
}

const ROW = dynamicTool({ inputSchema: jsonSchema({}), execute: () => undefined });

function sdkTool(tool: ConnectedTool, context: TurnContext, gate: Gate): ToolSet[string] {
  return dynamicTool({
    title: tool.title,
    description: `${tool.description} ${riskLabel(tool)}`.trim(),
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
    toModelOutput,
  });
}

/** The model reads the text of a result; the structure is for the page. */
function toModelOutput({ output }: { output: unknown }) {
  const { content } = Object(output) as Partial<CallOutput>;
  // What is not ours must not end every later turn of its chat.
  if (!Array.isArray(content)) return { type: 'text' as const, value: '[unreadable result]' };
  return { type: 'text' as const, value: modelText(content) };
}

/** Tools that only translate stored results for the model: history may hold calls of tools that are gone. */
export function historyTools(names: Iterable<string>): ToolSet {
  const set: ToolSet = Object.create(null);
  for (const name of names) {
    set[name] = dynamicTool({ inputSchema: jsonSchema({}), execute: () => undefined, toModelOutput });
  }
  return set;
}
