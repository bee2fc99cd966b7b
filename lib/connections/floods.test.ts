/** Unsolicited requests of a server are answered, but never so many at once that others suffer. */
import { describe, expect, it } from 'vitest';
import { NEVER, serverConfig, setUp, toolNamed } from './testing/connections';
import { sendJson, startHttpServer } from './testing/http-server';

const { start, connect } = setUp();

const INITIALIZED = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'flooding', version: '1' },
};
const FORM = { message: 'Again?', requestedSchema: { type: 'object', properties: {} } };

describe('a flood of what a server asks', () => {
  it.each([
    ['ping', {}],
    ['elicitation/create', FORM],
  ])('takes few connections, and the call goes on: %s', async (method, params) => {
    let under = 0;
    let most = 0;
    const server = await start(
      startHttpServer(({ httpMethod, message }, response) => {
        const { id } = message;
        const write = (value: object) =>
          response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...value })}\n\n`);
        if (message.method === 'initialize')
          return sendJson(response, { jsonrpc: '2.0', id, result: INITIALIZED });
        if (message.method === 'tools/list') {
          const tools = [{ name: 't', inputSchema: { type: 'object' } }];
          return sendJson(response, { jsonrpc: '2.0', id, result: { tools } });
        }
        if (message.method === 'tools/call') {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          for (let nth = 0; nth < 2_000; nth++) write({ id: `q${nth}`, method, params });
          setTimeout(() => {
            write({ id, result: { content: [{ type: 'text', text: 'done' }] } });
            response.end();
          }, 500);
          return;
        }
        if (httpMethod !== 'POST' || message.method !== undefined) return void response.writeHead(404).end();
        // Our responses are not read.
        under += 1;
        most = Math.max(most, under);
        response.on('close', () => {
          under -= 1;
        });
      }),
    );
    const connections = connect([serverConfig('s', server.url)]);
    const tool = toolNamed(await connections.list(), 't');
    expect((await connections.call(tool, {}, NEVER)).text).toBe('done');
    await expect.poll(() => most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(50);
  });
});
