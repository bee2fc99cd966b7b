/** @llamaindex/tools. */
import { mcp } from '@llamaindex/tools';
import { named, requestInit, serve, url } from './serve.mjs';

const server = mcp({ url, requestInit, clientName: 'llamaindex' });
const list = await server.tools();
const tools = Object.fromEntries(list.map((tool) => [tool.metadata.name, tool]));
serve({ list: async () => Object.keys(tools), call: (name, input) => named(tools, name).call(input) });
