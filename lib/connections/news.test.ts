/** Servers that notify over HTTP that their tools have changed, in the newest and in the older way. */
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { serverConfig, setUp } from './testing/connections';
import { type Answer, sendJson, startHttpServer, type TestServer } from './testing/http-server';
import { plainTool } from './testing/scripted-server';

const { start, connect } = setUp();
const capabilities = { tools: { listChanged: true } };
const serverInfo = { name: 'news', version: '1' };

/**
 * A server with one tool, which is replaced by another when `change` is called, with a notification on its open stream.
 */
function changing(isStateless: boolean) {
  let stream: ServerResponse | undefined;
  let name = 'first';
  const say = (value: object) => stream?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...value })}\n\n`);
  const opened = (response: ServerResponse) => {
    stream = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': here\n\n');
  };
  const answer: Answer = ({ httpMethod, message }, response) => {
    const { id, method } = message;
    if (httpMethod === 'GET') return isStateless ? void response.writeHead(405).end() : opened(response);
    if (method === 'subscriptions/listen') return opened(response);
    if (id === undefined) return void response.writeHead(202).end();
    const results: Record<string, object> = {
      'tools/list': { resultType: 'complete', tools: [plainTool(name)] },
      ...(isStateless && {
        'server/discover': { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities },
      }),
      ...(!isStateless && { initialize: { protocolVersion: '2025-11-25', capabilities, serverInfo } }),
    };
    const result = results[String(method)];
    if (!result) return void response.writeHead(404).end();
    sendJson(response, { jsonrpc: '2.0', id, result });
  };
  const change = () => {
    name = 'second';
    for (let times = 0; times < 20; times++) say({ method: 'notifications/tools/list_changed' });
  };
  return { answer, change, isOpen: () => stream !== undefined, end: () => stream?.end() };
}

const listingsOf = ({ received }: TestServer) =>
  received.filter(({ message }) => message.method === 'tools/list').length;

describe.each([
  ['2026-07-28', true],
  ['2025-11-25', false],
] as const)('news of %s', (_revision, isStateless) => {
  it('have the tools listed again, once for many of them', async () => {
    const script = changing(isStateless);
    const server = await start(startHttpServer(script.answer));
    const connections = connect([serverConfig('s', server.url)]);
    const names = async () => (await connections.list()).tools.map(({ name }) => name);
    expect(await names()).toEqual(['first']);
    await expect.poll(script.isOpen).toBe(true);
    script.change();
    await expect.poll(names).toEqual(['second']);
    expect(listingsOf(server)).toBe(2);
  });

  it('are not asked for from a server that has none, but an older one may put questions', async () => {
    const script = changing(isStateless);
    const quiet: Answer = (request, response) => {
      const { message } = request;
      const isFirst = message.method === 'server/discover' || message.method === 'initialize';
      if (!isFirst) return script.answer(request, response);
      const known = isStateless === (message.method === 'server/discover');
      if (!known) return void response.writeHead(404).end();
      const result = isStateless
        ? { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }
        : { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
      sendJson(response, { jsonrpc: '2.0', id: message.id, result });
    };
    const server = await start(startHttpServer(quiet));
    const { tools } = await connect([serverConfig('s', server.url)]).list();
    expect(tools).toHaveLength(1);
    if (isStateless) expect(script.isOpen()).toBe(false);
    else await expect.poll(script.isOpen).toBe(true);
  });
});
