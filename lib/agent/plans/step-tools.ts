/** The tools of a segment, including those that only steps of a plan call. */
import type { ConnectedTool } from '@/lib/tools/types';
import type { PlansOfRun } from './plans-of-run';

export type StepTools = Pick<ReadonlyMap<string, ConnectedTool>, 'get' | 'has'>;

/** @param tools by the name the model knows */
export function withSteps(tools: StepTools, plans: PlansOfRun): StepTools {
  const get = (name: string) => tools.get(name) ?? plans.toolNamed(name);
  return { get, has: (name) => get(name) !== undefined };
}
