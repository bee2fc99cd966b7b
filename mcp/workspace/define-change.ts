/**
 * How a tool that changes files is declared, together with the read-only companion that says beforehand exactly what it
 * would do: both follow the same plan, made on the files as they are.
 */
import { z } from 'zod';
import { DESTRUCTIVE, READ_ONLY } from '../annotations';
import { type Preview, previewOutput } from '../define-tool';
import { defineTool, type WorkspaceCall, type WorkspaceTool } from './define-tool';
import { undo } from './fields';
import { riskOfPaths } from './risk-of-paths';
import type { Effect } from './undo/kept';
import { remember } from './undo/remember';

export interface Change extends Preview {
  /** What it makes of which paths. */
  effects: Effect[];
  /**
   * Carries out the plan.
   * @returns what the tool answers in addition to its message
   */
  apply(): Promise<{ message: string; hash?: string }>;
}

interface ChangingTool<Input extends z.ZodObject>
  extends Pick<WorkspaceTool<Input>, 'name' | 'title' | 'description' | 'input'> {
  /** The paths it touches, and whether a link at the end of one is meant itself. */
  pathsOf(input: z.output<Input>): string[];
  linkItself?: boolean;
  /**
   * Makes the plan and hands it to `use` while it holds the files concerned. Changes nothing by itself.
   * @throws ToolError if the change must not be made, or would change nothing
   */
  plan<Result>(
    input: z.output<Input>,
    call: WorkspaceCall,
    use: (change: Change) => Promise<Result>,
  ): Promise<Result>;
}

const output = z.strictObject({
  message: z.string().describe('What was done'),
  hash: z.string().optional().describe('Of the bytes that the file holds now; give it with the next change'),
  undo,
});

/** @returns the tool and its companions `NAME_preview` and `NAME_risk`, which take the same input */
export function defineChange<Input extends z.ZodObject>({
  plan,
  pathsOf,
  linkItself,
  ...tool
}: ChangingTool<Input>): [tool: WorkspaceTool, preview: WorkspaceTool, risk: WorkspaceTool] {
  const { name, title, input } = tool;
  const preview = `${name}_preview`;
  return [
    defineTool({
      ...tool,
      annotations: DESTRUCTIVE,
      preview,
      perCall: `${name}_risk`,
      output,
      run: (args, call) =>
        plan(args, call, async (change) => {
          const kept = await remember(call, change.effects);
          return { ...(await change.apply()), ...kept };
        }),
    }),
    defineTool({
      name: preview,
      title: `Preview: ${title}`,
      input,
      output: previewOutput,
      description: `Says what ${name} would do.`,
      annotations: READ_ONLY,
      companion: true,
      run: (args, call) => plan(args, call, async ({ lines, diffs }) => ({ lines, ...(diffs && { diffs }) })),
    }),
    riskOfPaths({ name, title, input, annotations: DESTRUCTIVE, pathsOf, ...(linkItself && { linkItself }) }),
  ];
}
