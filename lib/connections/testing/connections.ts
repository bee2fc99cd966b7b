/** Connections to test servers, ended after each test. */
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

/** Tests that are not about waiting wait for whatever is slow on a busy machine. */
export const PATIENT = { patienceMs: 60_000 };

/** What a test file starts; after each test it is ended. */
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

/** A signal that nobody aborts. */
export const NEVER = new AbortController().signal;

/** The calls of tools that a server received. */
export function callsOf({ received }: TestServer): Received[] {
  return received.filter(({ message }) => message.method === 'tools/call');
}

/** What a call failed with; the test fails when it did not, or with something else. */
export async function failureOf(call: Promise<unknown>): Promise<ConnectionError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown) => thrown,
  );
  if (error instanceof ConnectionError) return error;
  throw new Error('the call did not fail as expected', { cause: error });
}

/** The tool of this bare name; the test fails when it is not listed. */
export function toolNamed({ tools }: ToolListing, name: string): ConnectedTool {
  const found = tools.find((tool) => tool.name === name);
  if (!found) throw new Error(`${name} is not listed`);
  return found;
}
