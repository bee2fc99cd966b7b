import 'server-only';
/** The servers of this installation: our own tools in process, and what the operator's file lists. */
import { database } from '@/lib/database';
import { env, foreignVariable } from '@/lib/env';
import { scopesOf } from '@/mcp/scopes';
import { createToolsHandler } from '@/mcp/server';
import { type ConfiguredServers, McpConfigError, readServers } from './config';
import { type ConnectionPool, createConnections, type OwnServer } from './connect';
import type { Caller, Connections } from './types';

/** Nobody listens there: requests to it never leave the process. */
const OWN_URL = 'http://amber.internal/mcp';
const KEY = Symbol.for('amber.connections');
const shared = globalThis as { [KEY]?: ConnectionPool };

/** All servers as this caller may use them. Costs nothing until something is listed or called. */
export function connectionsFor(caller: Caller): Connections {
  shared[KEY] ??= createConnections({ own: ownServer(), ...serversOrProblem() });
  return shared[KEY].connectionsFor(caller);
}

/**
 * What the operator's file lists.
 *
 * @throws McpConfigError when the file as a whole cannot be used; its message names file and remedy.
 */
export function configuredServers(): ConfiguredServers {
  const file = env().mcpConfig;
  return file === undefined ? { servers: [], problems: [] } : readServers(file, foreignVariable);
}

/** A file that broke after the start takes its servers away, not our own tools. */
function serversOrProblem(): ConfiguredServers {
  try {
    return configuredServers();
  } catch (error) {
    if (!(error instanceof McpConfigError)) throw error;
    return { servers: [], problems: [{ server: 'mcp.json', message: error.message }] };
  }
}

function ownServer(): OwnServer {
  const handler = createToolsHandler();
  const { webSearch, appUrl } = env();
  return {
    url: OWN_URL,
    variantOf: ({ role }) => role,
    fetchFor: ({ teamId, userId, role }: Caller) => {
      const scopes = scopesOf(role);
      return async (url, init) => {
        const { db } = await database();
        const context = { db, teamId, userId, scopes, webSearch, appUrl };
        return handler.handle(new Request(url, init), context);
      };
    },
  };
}
