/** @mastra/mcp: 0.x takes the arguments as `context`, later versions take them directly. */
import { MCPClient } from '@mastra/mcp';
import { named, PATIENCE_MS, requestInit, serve, url } from './serve.mjs';

const client = new MCPClient({
  servers: { amber: { url: new URL(url), requestInit, timeout: PATIENCE_MS } },
});
const isOld = typeof client.listTools !== 'function';
const tools = await (isOld ? client.getTools() : client.listTools());
serve({
  list: async () => Object.keys(tools),
  call: (name, input, abortSignal) =>
    isOld
      ? named(tools, name).execute({ context: input }, { abortSignal })
      : named(tools, name).execute(input, { abortSignal }),
});
