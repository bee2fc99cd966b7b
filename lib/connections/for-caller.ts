import 'server-only';
/** The servers of this installation: our own tools in process, and what the operator's file lists. */
import { database } from '@/lib/database';
import { env, foreignVariable } from '@/lib/env';
import { log } from '@/lib/log';
import type { Caller } from '@/lib/people/caller';
import { works } from '@/lib/people/roles';
import { ServerBook } from '@/lib/servers/book';
import { type ConfiguredServers, literalSecrets, readServers } from '@/lib/servers/config';
import { type ConfigFile, openConfigFile } from '@/lib/servers/config-file';
import type { ServedConnections } from '@/lib/servers/served-connections';
import { signInsInUse } from '@/lib/sign-ins/in-use';
import { isOpen } from '@/lib/transport/addresses';
import { webFetch } from '@/lib/transport/web-fetch';
import { once } from '@/lib/values/once';
import { type ConnectionPool, createConnections } from './connect';
import { ownServer } from './own-server';
import { openWorkspace, workspaceServer } from './own-workspace';

const shared = once<{ opened?: { pool: ConnectionPool; file: ConfigFile | undefined } }>(
  'connections',
  () => ({}),
);

const NONE: ConfiguredServers = { servers: [], problems: [] };

/** All servers as this caller may use them. Costs nothing until something is listed or called. */
export function connectionsFor(caller: Caller): ServedConnections {
  shared.opened ??= open();
  return shared.opened.pool.connectionsFor(caller);
}

/** The tools to read about: auditors may call none, so they see those of an admin. Nothing is called. */
export function listedFor(caller: Caller): ReturnType<ServedConnections['list']> {
  const reader: Caller = works(caller.role) ? caller : { ...caller, role: 'admin' };
  return connectionsFor(reader).list();
}

/**
 * The operator's file as read at the start.
 * @throws McpConfigError if the file cannot be used at all; its message names the file and the remedy
 */
export function configuredServers(): ConfiguredServers {
  const path = env().mcpConfig;
  return path === undefined ? NONE : readServers(path, foreignVariable, env().secret);
}

/** Ends all sessions and programs. Resolves when the programs have gone. */
export async function closeConnections(): Promise<void> {
  const opened = shared.opened;
  delete shared.opened;
  opened?.file?.close();
  await opened?.pool.close();
}

function open(): { pool: ConnectionPool; file: ConfigFile | undefined } {
  const path = env().mcpConfig;
  const onChange = (now: ConfiguredServers) => {
    const { servers, problems } = now;
    log('info', 'mcp_servers_changed', { servers: servers.map(({ name }) => name) });
    for (const { server, message } of problems)
      log('warn', 'mcp_server_left_out', { server, problem: message });
    for (const { server, message } of literalSecrets(now))
      log('warn', 'mcp_server_secret', { server, problem: message });
    pool.reload();
  };
  const file =
    path === undefined ? undefined : openConfigFile(path, foreignVariable, onChange, { key: env().secret });
  const servers = () => file?.current() ?? NONE;
  const { secret, privateServers, programMemoryMb } = env();
  const db = async () => (await database()).db;
  const book = new ServerBook(db, secret);
  const reach = privateServers ? { webFetch: () => webFetch() } : {};
  const room = programMemoryMb === undefined ? {} : { budgetBytes: programMemoryMb * 1024 * 1024 };
  const opened = openWorkspace();
  // Whatever servers are allowed to reach, an address that a model asks for never leads into an inner network.
  const web = webFetch({ allows: isOpen });
  const further = opened
    ? [workspaceServer(opened.workspace, opened.team, db, { ...opened, web, subAgents: true })]
    : [];
  const pool = createConnections({
    own: ownServer(services),
    further,
    servers,
    book,
    room,
    key: secret,
    signIns: signInsInUse({ db, secret, book, privateServers }),
    ...reach,
  });
  return { pool, file };
}

async function services() {
  const { db } = await database();
  const { webSearch, appUrl, smtpUrl } = env();
  return { db, webSearch, appUrl, noMail: smtpUrl === undefined };
}
