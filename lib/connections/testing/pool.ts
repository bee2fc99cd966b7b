/** A pool of connections over test servers, and the person the tests act for. */

import type { ServerConfig } from '../config';
import { type ConnectionPool, type ConnectOptions, createConnections, type OwnServer } from '../connect';
import type { Caller, ConnectedTool, Connections, ToolListing } from '../types';

export const CALLER: Caller = {
  userId: 'user-1',
  userName: 'Mia',
  teamId: 'team-1',
  teamName: 'Nord',
  role: 'member',
};

/** Our own server without tools, for tests that are about others. */
export const EMPTY_OWN: OwnServer = {
  url: 'http://amber.internal/mcp',
  variantOf: () => 'all',
  fetchFor: () => async (_url, init) => {
    const { id, method } = JSON.parse(String(init.body)) as { id: unknown; method: string };
    const discovered = { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } };
    const result = method === 'server/discover' ? discovered : { tools: [] };
    return Response.json({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...result } });
  },
};

export function serverConfig(name: string, url: string, more: Partial<ServerConfig> = {}): ServerConfig {
  return { name, url, headers: {}, trusted: false, ...more };
}

/** Connections to these servers, and the pool that ends them. */
export function connectTo(
  servers: ServerConfig[],
  options: Partial<ConnectOptions> = {},
): { connections: Connections; pool: ConnectionPool } {
  const pool = createConnections({ own: EMPTY_OWN, servers, ...options });
  return { connections: pool.connectionsFor(CALLER), pool };
}

/** The tool of this bare name; the test fails when it is not listed. */
export function toolNamed({ tools }: ToolListing, name: string): ConnectedTool {
  const found = tools.find((tool) => tool.name === name);
  if (!found) throw new Error(`${name} is not listed`);
  return found;
}
