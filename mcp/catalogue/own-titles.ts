/** The titles of our own tools. For other servers' tools, the record shows the name they gave: a title is only their word. */
import { tools } from '../tools';
import { workspaceTools } from '../workspace/tools';

const TITLES = new Map<string, string>([
  ...tools.map(({ name, title }) => [`amber ${name}`, title] as const),
  ...workspaceTools.map(({ name, title }) => [`workspace ${name}`, title] as const),
  // Answered by this process beside the model; none of the others is worth recording.
  ['Amber propose_plan', 'Plan'],
]);

/** The tools a record may name, each with its server. */
export const ownNames = [...TITLES].map(([key, title]) => {
  const [server = '', name = ''] = key.split(' ');
  return { server, name, title };
});

export function ownTitle(server: string | undefined, tool: string | undefined): string | null {
  return TITLES.get(`${server} ${tool}`) ?? null;
}
