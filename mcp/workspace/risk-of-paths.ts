/**
 * The companion that classifies a call on files: as its tool is declared, except that some paths always ask a person.
 */
import type { z } from 'zod';
import { READ_ONLY } from '../annotations';
import { riskOutput } from '../risk';
import { ToolError } from '../serving/answer';
import { defineTool, type WorkspaceCall, type WorkspaceTool } from './define-tool';
import { changingAsks, readingAsks } from './files/permission';
import { at, partsOf } from './files/walk';

interface Paths<Input extends z.ZodObject>
  extends Pick<WorkspaceTool<Input>, 'name' | 'title' | 'annotations' | 'input'> {
  /** The paths that the call touches. */
  pathsOf(input: z.output<Input>): string[];
  /** A link at the end of a path is meant itself, not its target. */
  linkItself?: boolean;
}

/** @returns the companion `NAME_risk` */
export function riskOfPaths<Input extends z.ZodObject>(tool: Paths<Input>): WorkspaceTool {
  const { name, title, input, annotations, pathsOf, linkItself = false } = tool;
  const asks = annotations.readOnlyHint ? readingAsks : changingAsks;
  return defineTool({
    name: `${name}_risk`,
    title: `Risk: ${title}`,
    input,
    output: riskOutput,
    description: `Says what one call of ${name} is.`,
    annotations: READ_ONLY,
    companion: true,
    async run(args, call) {
      const all = await Promise.all(pathsOf(args).map((path) => realParts(path, call, linkItself)));
      return { ...annotations, ...(all.some(asks) && { asksAlways: true }) };
    },
  });
}

/** As the walk finds them. A path that it cannot reach is taken as written; the tool will say why it fails. */
async function realParts(
  path: string,
  { workspace, signal }: WorkspaceCall,
  linkItself: boolean,
): Promise<string[]> {
  try {
    return await at(workspace, path, { signal, linkItself }, async ({ parts }) => parts);
  } catch (error) {
    if (error instanceof ToolError) return saidParts(path);
    throw error;
  }
}

function saidParts(path: string): string[] {
  try {
    return partsOf(path);
  } catch {
    return [];
  }
}
