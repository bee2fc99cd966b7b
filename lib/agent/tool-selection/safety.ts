/** What may be offered at all, worked out before anything is ranked, and by which rule the rest is not. */
import type { Intent } from './intent';
import type { ToolIndex } from './tool-index';
import type { Filter, SelectableTool } from './types';

/** A tool that is not offered whatever the message says, and the rule that says so. */
export interface LeftOut<Tool extends SelectableTool = SelectableTool> {
  tool: Tool;
  rule: string;
}

export const EXCLUDE_DESTRUCTIVE = 'excludeDestructive';

export interface Permitted<Tool extends SelectableTool = SelectableTool> {
  /** By position in the index: 1 or 0. */
  mask: Uint8Array;
  leftOut: LeftOut<Tool>[];
}

/**
 * @param filter the caller's rules: policy, mode, whatever hides tools
 * @param excludeDestructive what the message asks for; then destructive tools go unless it asks for what they do
 * @param isAlways by the name the model knows: tools that `excludeDestructive` does not concern
 */
export function permittedOf<Tool extends SelectableTool>(
  index: ToolIndex<Tool>,
  filter: Filter<Tool> | undefined,
  excludeDestructive: Intent | undefined,
  isAlways: (name: string) => boolean,
): Permitted<Tool> {
  const mask = new Uint8Array(index.tools.length);
  const leftOut: LeftOut<Tool>[] = [];
  for (const [position, tool] of index.tools.entries()) {
    const rule = filter?.(tool) ?? destructiveRule(index, position, excludeDestructive, isAlways);
    if (rule === undefined) mask[position] = 1;
    else leftOut.push({ tool, rule });
  }
  return { mask, leftOut };
}

function destructiveRule(
  { tools, analysed }: ToolIndex,
  position: number,
  intent: Intent | undefined,
  isAlways: (name: string) => boolean,
): string | undefined {
  const tool = tools[position];
  if (!intent || !tool || tool.risk !== 'destructive' || isAlways(tool.modelName)) return undefined;
  const asked = intent.destroys || analysed[position]?.nameTerms.some((term) => intent.actions.has(term));
  return asked ? undefined : EXCLUDE_DESTRUCTIVE;
}
