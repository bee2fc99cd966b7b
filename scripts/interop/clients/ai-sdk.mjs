/** @ai-sdk/mcp. */
import * as mcp from '@ai-sdk/mcp';
import { headers, named, serve, url } from './serve.mjs';

const create = mcp.createMCPClient ?? mcp.experimental_createMCPClient;
const client = await create({ transport: { type: 'http', url, headers } });
const tools = await client.tools();
serve({
  list: async () => Object.keys(tools),
  call: (name, input, abortSignal) =>
    named(tools, name).execute(input, { toolCallId: name, messages: [], abortSignal }),
});
