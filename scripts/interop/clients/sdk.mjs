/** @modelcontextprotocol/sdk 1.x, alone or, if BRIDGE names a program, through one that only starts programs. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { auth, PATIENCE_MS, requestInit, serve, url } from './serve.mjs';

const bridges = {
  'mcp-remote': [
    'node_modules/mcp-remote/dist/proxy.js',
    url,
    '--allow-http',
    '--header',
    `Authorization:\${AMBER_AUTH}`,
  ],
  supergateway: [
    'node_modules/supergateway/dist/index.js',
    '--streamableHttp',
    url,
    '--header',
    `Authorization: ${auth}`,
  ],
};
const args = bridges[process.env.BRIDGE ?? ''];
const env = { ...process.env, AMBER_AUTH: auth };
const client = new Client({ name: process.env.BRIDGE ?? 'sdk', version: '1' });
await client.connect(
  args
    ? new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' })
    : new StreamableHTTPClientTransport(new URL(url), { requestInit }),
);
serve({
  list: async () => (await client.listTools()).tools.map(({ name }) => name),
  call: (name, input, signal) =>
    client.callTool({ name, arguments: input }, undefined, { signal, timeout: PATIENCE_MS }),
});
