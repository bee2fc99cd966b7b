/** @genkit-ai/mcp. */
import { createMcpHost } from '@genkit-ai/mcp';
import { genkit } from 'genkit';
import { named, requestInit, serve, url } from './serve.mjs';

const ai = genkit({});
const host = createMcpHost({ name: 'genkit', mcpServers: { amber: { url, requestInit } } });
const list = await host.getActiveTools(ai);
const tools = Object.fromEntries(list.map((tool) => [tool.__action.name.replace('/', '_'), tool]));
serve({ list: async () => Object.keys(tools), call: (name, input) => named(tools, name)(input) });
