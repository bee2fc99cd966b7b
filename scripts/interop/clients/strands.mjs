/** @strands-agents/sdk. */
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpClient } from '@strands-agents/sdk';
import { requestInit, serve, url } from './serve.mjs';

const client = new McpClient({
  applicationName: 'strands',
  transport: new StreamableHTTPClientTransport(new URL(url), { requestInit }),
});
const list = await client.listTools();
serve({
  list: async () => list.map(({ name }) => name),
  call: (name, input) =>
    client.callTool(
      list.find((tool) => tool.name === name),
      input,
    ),
});
