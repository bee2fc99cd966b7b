import 'server-only';
/**
 * Which tools a client is told about: our own under their bare names, then those of the connected servers that its
 * token names, most used first, up to its limit. The rest can be found with a search, and called all the same.
 */
import type { ConnectedTool } from '@/lib/tools/types';
import type { FurtherTool } from '@/mcp/serving/further';
import { offeredTools } from '../offered';
import type { OutsideServices } from '../services';
import { MOST_TOOLS } from '../token-view';
import type { Visitor } from '../visitor';
import { mostUsedFirst } from './most-used';
import { OUTSIDE_SEARCH } from './search';
import { toldOf, toldPlainly } from './told';

export interface Listed {
  own: ReadonlySet<string>;
  further: FurtherTool[];
}

type Services = Pick<OutsideServices, 'deps' | 'tools'>;

export async function listedTools(services: Services, visitor: Visitor): Promise<Listed> {
  const { own, further } = await chosen(services, visitor);
  const search = visitor.servers.length > 0 ? [toldPlainly(OUTSIDE_SEARCH)] : [];
  return { own: new Set(own.map(({ name }) => name)), further: [...search, ...further.map(toldOf)] };
}

/**
 * A stand-in for a name that may be one of theirs, so that a call gets through; what it is, and whether it exists, is
 * decided when it is called.
 */
export function furtherTool({ servers }: Visitor, name: string | undefined): FurtherTool[] {
  const mayBe = name === OUTSIDE_SEARCH.name || name?.includes('__');
  if (name === undefined || servers.length === 0 || !mayBe) return [];
  return [{ ...toldPlainly(OUTSIDE_SEARCH), name, inputSchema: { type: 'object' } }];
}

/** The list as a text that changes exactly when the list does; order does not matter. */
export async function listedAs(services: Services, visitor: Visitor): Promise<string> {
  const { own, further } = await chosen(services, visitor);
  const marks = further.map(({ modelName, definitionHash, trusted }) => [modelName, definitionHash, trusted]);
  return JSON.stringify([own.map(({ name }) => name), visitor.servers.length > 0, marks.sort()]);
}

async function chosen(services: Services, visitor: Visitor) {
  const { own, further } = await offeredTools(services, visitor);
  // The limit covers ours and the search as well; ours are always listed.
  const room = (visitor.mostTools ?? MOST_TOOLS[0]) - own.length - 1;
  return { own, further: await first(services, visitor, further, Math.max(0, room)) };
}

async function first(
  { deps }: Services,
  { caller }: Visitor,
  tools: ConnectedTool[],
  most: number,
): Promise<ConnectedTool[]> {
  if (tools.length === 0) return tools;
  return (await mostUsedFirst(deps.db, caller.teamId, tools)).slice(0, most);
}
