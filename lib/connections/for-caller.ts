import 'server-only';
/** The servers of this installation: our own tools in process, and what the operator's file lists. */
import { database } from '@/lib/database';
import { env, foreignVariable } from '@/lib/env';
import { type ConfiguredServers, McpConfigError, readServers } from './config';
import { type ConnectionPool, createConnections } from './connect';
import { ownServer } from './own-server';
import type { Caller, Connections } from './types';

const KEY = Symbol.for('amber.connections');
const shared = globalThis as { [KEY]?: ConnectionPool };

/** All servers as this caller may use them. Costs nothing until something is listed or called. */
export function connectionsFor(caller: Caller): Connections {
  shared[KEY] ??= createConnections({ own: ownServer(house), ...serversOrProblem() });
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

async function house() {
  const { db } = await database();
  const { webSearch, appUrl } = env();
  return { db, webSearch, appUrl };
}
