/** @langchain/mcp-adapters. */
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { headers, named, PATIENCE_MS, serve, url } from './serve.mjs';

const client = new MultiServerMCPClient({
  mcpServers: { amber: { transport: 'http', url, headers, defaultToolTimeout: PATIENCE_MS } },
});
const tools = Object.fromEntries((await client.getTools()).map((tool) => [tool.name, tool]));
serve({
  list: async () => Object.keys(tools),
  call: (name, input, signal) => named(tools, name).invoke(input, { signal }),
});
