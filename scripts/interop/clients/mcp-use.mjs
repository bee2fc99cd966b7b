/** mcp-use 1.x. */
import { MCPClient } from 'mcp-use';
import { headers, PATIENCE_MS, serve, url } from './serve.mjs';

const client = MCPClient.fromDict({ mcpServers: { amber: { url, headers } } });
const session = await client.createSession('amber');
serve({
  list: async () => (await session.listTools()).map(({ name }) => name),
  call: (name, input, signal) => session.callTool(name, input, { timeout: PATIENCE_MS, signal }),
});
