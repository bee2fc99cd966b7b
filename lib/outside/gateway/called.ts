import 'server-only';
/** What a client calls: a tool of ours by its bare name, or one of a connected server that its token names. */
import type { GrantedServer } from '@/lib/store/outside/tokens';
import type { ConnectedTool, Connections } from '@/lib/tools/types';
import { canonicalJson } from '@/lib/values/canonical-json';
import { knownTools } from '../offered';
import type { OutsideServices } from '../services';
import type { Visitor } from '../visitor';
import { OUTSIDE_SEARCH, searching } from './search';

export interface CalledTool {
  tool: ConnectedTool;
  /** What it is called by, for telling two calls apart. */
  mark: string;
  /** The connected server that it is of; undefined: it is ours. */
  server: GrantedServer | undefined;
  /** Through what it is called; absent: as its person does. */
  connections?: Connections;
}

/** @returns nothing where there is none of this name for the visitor */
export async function calledTool(
  services: OutsideServices,
  visitor: Visitor,
  name: string,
): Promise<CalledTool | undefined> {
  const { own, further } = await knownTools(services, visitor, visitor.serversVersion);
  const ours = own.get(name);
  if (ours) return { tool: ours, mark: ours.name, server: undefined };
  if (name === OUTSIDE_SEARCH.name && visitor.servers.length > 0) {
    const connections = searching(services, visitor);
    return { tool: OUTSIDE_SEARCH, mark: OUTSIDE_SEARCH.name, server: undefined, connections };
  }
  const tool = further.get(name);
  if (!tool) return undefined;
  const server = { name: tool.server, url: tool.serverUrl };
  return { tool, mark: canonicalJson([server.name, server.url, tool.name]), server };
}
