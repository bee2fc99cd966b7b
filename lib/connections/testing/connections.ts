/** Connections to test servers, closed after each test. */
import { afterEach } from 'vitest';
import { ConnectionError } from '@/lib/tools/connection-error';
import type { ConnectedTool, Connections, ToolListing } from '@/lib/tools/types';
import type { ServerConfig, WebServerConfig } from '@/lib/transport/server-config';
import { createConnections } from '../connect';
import type { ConnectOptions } from '../pool';
import { CALLER, EMPTY_OWN } from './caller';
import type { Received, TestServer } from './http-server';
import { plainTool, type Script, startScriptedServer } from './scripted-server';

export function serverConfig(
  name: string,
  url: string,
  more: Partial<WebServerConfig> = {},
): WebServerConfig {
  return { name, url, headers: {}, trusted: false, ...more };
}

/** Tests that are not about timeouts have patience with a slow machine. */
export const PATIENT = { patienceMs: 60_000 };

/** Starts what a test file needs; everything is closed after each test. */
export function setUp() {
  const cleanUps: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0)) await cleanUp();
  });

  async function start<Server extends { close(): Promise<void> }>(
    starting: Promise<Server>,
  ): Promise<Server> {
    const server = await starting;
    cleanUps.push(() => server.close());
    return server;
  }

  /** Connections of `CALLER` to these servers. */
  function connect(servers: ServerConfig[], options: Partial<ConnectOptions> = {}): Connections {
    const pool = createConnections({ own: EMPTY_OWN, servers, ...PATIENT, ...options });
    cleanUps.push(() => pool.close());
    return pool.connectionsFor(CALLER);
  }

  /** One tool `t` of one scripted server `s`, listed and ready to be called. */
  async function ready(call: Script['call'], more: Partial<WebServerConfig> = {}) {
    const server = await start(startScriptedServer({ list: () => ({ tools: [plainTool('t')] }), call }));
    const connections = connect([serverConfig('s', server.url, more)]);
    return { connections, server, tool: toolNamed(await connections.list(), 't') };
  }

  return { start, connect, ready };
}

/** A signal that is never aborted. */
export const NEVER = new AbortController().signal;

/** The `tools/call` requests that a server received. */
export function callsOf({ received }: TestServer): Received[] {
  return received.filter(({ message }) => message.method === 'tools/call');
}

/** The error of a call; the test fails if there is none, or a different kind. */
export async function failureOf(call: Promise<unknown>): Promise<ConnectionError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown) => thrown,
  );
  if (error instanceof ConnectionError) return error;
  throw new Error('the call did not fail as expected', { cause: error });
}

/** The tool with this bare name; the test fails if it is not listed. */
export function toolNamed({ tools }: ToolListing, name: string): ConnectedTool {
  const found = tools.find((tool) => tool.name === name);
  if (!found) throw new Error(`${name} is not listed`);
  return found;
}
