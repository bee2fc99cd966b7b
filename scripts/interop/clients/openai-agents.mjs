/** @openai/agents. */
import { MCPServerStreamableHttp } from '@openai/agents';
import { PATIENCE_MS, requestInit, serve, url } from './serve.mjs';

const clientSessionTimeoutSeconds = PATIENCE_MS / 1000;
const server = new MCPServerStreamableHttp({
  url,
  name: 'amber',
  requestInit,
  clientSessionTimeoutSeconds,
  timeout: PATIENCE_MS,
});
await server.connect();
serve({
  list: async () => (await server.listTools()).map(({ name }) => name),
  call: (name, input, signal) => server.callTool(name, input, null, { signal }),
});
