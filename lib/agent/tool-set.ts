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

/** Makes the SDK's tools, by the name the model knows. */
export function toolSet(tools: readonly ConnectedTool[], context: TurnContext, gate: Gate): ToolSet {
  const set: ToolSet = Object.create(null);
  for (const tool of tools) {
    set[tool.modelName] = dynamicTool({
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
  return set;
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
