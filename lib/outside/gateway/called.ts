import 'server-only';
/** The tool that a client calls: one of ours by its bare name, or one of a connected server that its token names. */
import type { GrantedServer } from '@/lib/store/outside/tokens';
import type { ConnectedTool, Connections } from '@/lib/tools/types';
import { canonicalJson } from '@/lib/values/canonical-json';
import { knownTools } from '../offered';
import type { OutsideServices } from '../services';
import type { Visitor } from '../visitor';
import { OUTSIDE_SEARCH, searching } from './search';
import { type Lacks, noting } from './sign-in';

export interface CalledTool {
  tool: ConnectedTool;
  /** Its name for telling two calls apart. */
  mark: string;
  /** The connected server it belongs to; undefined: it is ours. */
  server: GrantedServer | undefined;
  /** The connections it is called through. */
  connections: Connections;
  /** Filled in during the call: what turned out to be missing. */
  lacks: Lacks;
}

/**
 * A tool that cannot be listed before its person has signed in at its server.
 * @returns the server
 */
export async function serverToSignInAt(
  services: OutsideServices,
  visitor: Visitor,
  name: string,
): Promise<string | undefined> {
  if (visitor.servers.length === 0) return undefined;
  const { problems } = await knownTools(services, visitor, visitor.serversVersion);
  const isOf = (server: string) => name.replace(/^_/, '').startsWith(`${server}__`);
  return problems.find(({ server, kind }) => kind === 'needs-sign-in' && isOf(server))?.server;
}

/** @returns nothing if the visitor has no tool of this name */
export async function calledTool(
  services: OutsideServices,
  visitor: Visitor,
  name: string,
): Promise<CalledTool | undefined> {
  const { own, further } = await knownTools(services, visitor, visitor.serversVersion);
  const lacks = { signIn: false };
  const connections = services.deps.connectionsFor(visitor.caller);
  const ours = own.get(name);
  if (ours) return { tool: ours, mark: ours.name, server: undefined, connections, lacks };
  if (name === OUTSIDE_SEARCH.name && visitor.servers.length > 0) {
    const tool = OUTSIDE_SEARCH;
    return { tool, mark: tool.name, server: undefined, connections: searching(services, visitor), lacks };
  }
  const tool = further.get(name);
  if (!tool) return undefined;
  const server = { name: tool.server, url: tool.serverUrl };
  const mark = canonicalJson([server.name, server.url, tool.name]);
  return { tool, mark, server, connections: noting(connections, lacks), lacks };
}
