/** What our own tools are called. Servers of others are told of by the names that they gave: a title is their word. */
import { tools } from '../tools';
import { workspaceTools } from '../workspace/tools';

const TITLES = new Map<string, string>([
  ...tools.map(({ name, title }) => [`amber ${name}`, title] as const),
  ...workspaceTools.map(({ name, title }) => [`workspace ${name}`, title] as const),
  // Answered beside the model; all else there is of no lasting note.
  ['Amber propose_plan', 'Plan'],
]);

/** Those that a record may tell of, each with its server. */
export const ownNames = [...TITLES].map(([key, title]) => {
  const [server = '', name = ''] = key.split(' ');
  return { server, name, title };
});

export function ownTitle(server: string | undefined, tool: string | undefined): string | null {
  return TITLES.get(`${server} ${tool}`) ?? null;
}
