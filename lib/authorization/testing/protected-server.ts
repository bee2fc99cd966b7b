/**
 * An MCP server of 2026-07-28 that accepts the tokens of a test's authorization server, and records who called what.
 */
import type { ServerResponse } from 'node:http';
import type { Grant, TestIssuer } from './issuer';
import { type Asked, json, type Recorder, record } from './recorder';

/** A call as it arrived, and its caller. */
export interface Ran {
  login: string;
  tool: string;
}

export interface ProtectedServer extends Recorder {
  url: string;
  /** Every call that it executed. */
  ran: Ran[];
  /** Set by a test: its metadata about the authorization server. */
  resource: Record<string, unknown>;
  /** The scope that its challenge requests. */
  scope?: string | undefined;
  /** The tools that it offers for this grant. */
  toolsFor(grant: Grant): Record<string, unknown>[];
  /** Answers a call instead; true: it has. */
  onCall?: ((grant: Grant, tool: string, response: ServerResponse) => boolean) | undefined;
  /** Answers any request instead; true: it has. */
  instead?: ((asked: Asked, response: ServerResponse) => boolean) | undefined;
}

export async function startProtected(issuer: TestIssuer): Promise<ProtectedServer> {
  const answer = (asked: Asked, response: ServerResponse) => {
    if (server.instead?.(asked, response)) return;
    if (asked.path === '/.well-known/oauth-protected-resource/mcp') return json(response, server.resource);
    if (asked.path !== '/mcp') return json(response, {}, 404);
    const grant = issuer.valid.get((asked.headers.authorization ?? '').replace('Bearer ', ''));
    if (!grant || grant.resource !== server.url) return refuse(response, server);
    const message = JSON.parse(asked.body || '{}') as {
      id?: unknown;
      method?: string;
      params?: { name?: string };
    };
    const reply = (result: object) =>
      json(response, { jsonrpc: '2.0', id: message.id, result: { resultType: 'complete', ...result } });
    if (message.method === 'server/discover')
      return reply({
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {} },
        serverInfo: { name: 'p', version: '1' },
      });
    if (message.method === 'tools/list') return reply({ tools: server.toolsFor(grant) });
    if (message.method !== 'tools/call') return json(response, {}, 404);
    const tool = message.params?.name ?? '';
    if (server.onCall?.(grant, tool, response)) return;
    server.ran.push({ login: grant.login, tool });
    reply({ content: [{ type: 'text', text: `for ${grant.login}` }] });
  };
  const recorder = await record(answer);
  const url = `${recorder.origin}/mcp`;
  const server: ProtectedServer = Object.assign(recorder, {
    url,
    ran: [],
    resource: { resource: url, authorization_servers: [issuer.origin] },
    toolsFor: () => [tool('read')],
  });
  return server;
}

export function tool(name: string, annotations: object = { readOnlyHint: true }): Record<string, unknown> {
  return { name, inputSchema: { type: 'object', properties: {} }, annotations };
}

/** Answers as if the token were no longer, or never, valid. */
export function refuse(
  response: ServerResponse,
  { origin, scope }: Pick<ProtectedServer, 'origin' | 'scope'>,
): void {
  const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
  const wanted = scope === undefined ? '' : `, scope="${scope}"`;
  response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"${wanted}` });
  response.end();
}
