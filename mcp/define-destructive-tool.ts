/**
 * How a destructive tool is declared, together with the read-only companion that shows beforehand what exactly would be
 * deleted or changed. Both use the same lookup function, so that what is done is what was shown.
 */
import type { z } from 'zod';
import { changeTeamData, type TeamData, viewTeamData } from '@/db/queries/change';
import { type DESTRUCTIVE, READ_ONLY } from './annotations';
import type { CallContext } from './context';
import { defineTool, type Preview, previewOutput, type ToolDefinition } from './define-tool';

interface DestructiveTool<Input extends z.ZodObject, Output extends z.ZodObject, Found>
  extends Pick<
    ToolDefinition<Input, Output>,
    'name' | 'title' | 'description' | 'scope' | 'undo' | 'input' | 'output'
  > {
  annotations: typeof DESTRUCTIVE;
  /**
   * Finds what the call is about; during a change, locks it until the change is over.
   * @throws ToolError if it is not there, or must stay
   */
  find(data: TeamData, input: z.output<Input>, context: CallContext): Promise<Found>;
  run(found: Found, data: TeamData): Promise<z.input<Output>>;
  preview: {
    title: string;
    description: string;
    lines(found: Found): Preview['lines'];
  };
}

/** @returns the tool, and its companion `NAME_preview`, which takes the same input */
export function defineDestructiveTool<Input extends z.ZodObject, Output extends z.ZodObject, Found>({
  find,
  run,
  preview: { title, description, lines },
  ...tool
}: DestructiveTool<Input, Output, Found>): [tool: ToolDefinition, companion: ToolDefinition] {
  const { name, scope, input } = tool;
  const preview = `${name}_preview`;
  return [
    defineTool({
      ...tool,
      preview,
      run: (args, context) =>
        changeTeamData(context, async (data) => run(await find(data, args, context), data)),
    }),
    defineTool({
      name: preview,
      title,
      description,
      scope,
      input,
      output: previewOutput,
      annotations: READ_ONLY,
      companion: true,
      run: async (args, context) => ({
        lines: lines(await viewTeamData(context, (data) => find(data, args, context))),
      }),
    }),
  ];
}
