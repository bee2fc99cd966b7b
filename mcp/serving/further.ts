/** Tools that are not ours but are listed to a client besides ours; the gate in front of us has them called. */
import type { ResolvedAnnotations } from '../annotations';
import { wireSchema } from './publish';

export interface FurtherTool {
  name: string;
  title: string;
  description: string;
  /** JSON Schema. */
  inputSchema: Record<string, unknown>;
  annotations: ResolvedAnnotations;
}

const toldOf = new WeakMap<FurtherTool, ReturnType<typeof make>>();

/** The input is checked by the code that makes the call. */
export function toldFurther(tool: FurtherTool) {
  const known = toldOf.get(tool) ?? make(tool);
  toldOf.set(tool, known);
  return known;
}

function make({ title, description, inputSchema, annotations }: FurtherTool) {
  const input = wireSchema({ ...inputSchema, type: 'object' });
  return { title, description, inputSchema: input, annotations: { title, ...annotations } };
}
