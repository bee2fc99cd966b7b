/** @voltagent/core. */
import { MCPConfiguration } from '@voltagent/core';
import { named, PATIENCE_MS, requestInit, serve, url } from './serve.mjs';

const configuration = new MCPConfiguration({
  servers: { amber: { type: 'streamable-http', url, requestInit, timeout: PATIENCE_MS } },
});
const list = await configuration.getTools();
const tools = Object.fromEntries(list.map((tool) => [tool.name, tool]));
serve({ list: async () => Object.keys(tools), call: (name, input) => named(tools, name).execute(input, {}) });
