import { describe, expect, it } from 'vitest';
import { type Endpoint, HttpTransport } from '@/lib/transport/http-transport';
import { ServerConnection } from './server-connection';
import { callsOf, NEVER, setUp } from './testing/connections';
import { sendJson } from './testing/http-server';
import { type Script, startScriptedServer, startSessionServer } from './testing/scripted-server';

const { start } = setUp();
const TOOL = { name: 't', inputSchema: { type: 'object' } };
const done: Script['call'] = ({ message }, response) =>
  sendJson(response, { jsonrpc: '2.0', id: message.id, result: { resultType: 'complete', content: [] } });

function connectionTo(url: string, sessionTrustedMs?: number): ServerConnection {
  const endpoint = { url, headers: {}, fetch: (address: string, init: RequestInit) => fetch(address, init) };
  return new ServerConnection({
    ways: [() => new HttpTransport(endpoint)],
    ...(sessionTrustedMs !== undefined && { sessionTrustedMs }),
  });
}

describe('ServerConnection', () => {
  it('sends nothing before it is used, and shakes hands once for many', async () => {
    const server = await start(startScriptedServer({ call: done }));
    const connection = connectionTo(server.url);
    expect(server.received).toEqual([]);
    await Promise.all([1, 2, 3].map((n) => connection.call(TOOL, { n }, NEVER)));
    const methods = server.received.map(({ message }) => message.method);
    expect(methods.filter((method) => method === 'server/discover')).toHaveLength(1);
    expect(callsOf(server)).toHaveLength(3);
    expect(connection.isBusy).toBe(false);
  });

  it('looks whether an idle session is still there, so that no call meets one that has gone', async () => {
    const server = await start(startSessionServer({ call: done }));
    const connection = connectionTo(server.url, -1);
    await connection.call(TOOL, {}, NEVER);
    server.forgetSessions();
    await Promise.all([connection.call(TOOL, {}, NEVER), connection.call(TOOL, {}, NEVER)]);
    expect(callsOf(server)).toHaveLength(3);
    const sessions = callsOf(server).map(({ headers }) => headers['mcp-session-id']);
    expect(new Set(sessions).size).toBeGreaterThan(1);
    await connection.close();
    await expect.poll(() => server.received.at(-1)?.httpMethod).toBe('DELETE');
  });

  it('connects again after a handshake that failed', async () => {
    let isUp = false;
    const server = await start(startScriptedServer({ call: done }));
    const endpoint: Endpoint = {
      url: server.url,
      headers: {},
      fetch: (address, init) => (isUp ? fetch(address, init) : Promise.reject(new TypeError('down'))),
    };
    const connection = new ServerConnection({ ways: [() => new HttpTransport(endpoint)] });
    await expect(connection.call(TOOL, {}, NEVER)).rejects.toMatchObject({ delivery: 'not-sent' });
    isUp = true;
    await connection.call(TOOL, {}, NEVER);
    expect(callsOf(server)).toHaveLength(1);
  });

  it('repeats arguments in headers where the tool asks for it', async () => {
    const server = await start(startScriptedServer({ call: done }));
    const region = { type: 'string', 'x-mcp-header': 'Region' };
    const tool = { name: 't', inputSchema: { type: 'object', properties: { region } } };
    await connectionTo(server.url).call(tool, { region: 'süd' }, NEVER);
    const headers = callsOf(server)[0]?.headers;
    expect(headers?.['mcp-param-region']).toBe(`=?base64?${Buffer.from('süd').toString('base64')}?=`);
    expect(headers).toMatchObject({ 'mcp-method': 'tools/call', 'mcp-name': 't' });
  });
});
