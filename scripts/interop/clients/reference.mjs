/** @modelcontextprotocol/client, in the revision named by AMBER_MODE. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { PATIENCE_MS, requestInit, serve, url } from './serve.mjs';

const mode = process.env.AMBER_MODE ?? 'legacy';
const client = new Client({ name: 'reference', version: '1' }, { versionNegotiation: { mode } });
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
serve({
  list: async () => (await client.listTools()).tools.map(({ name }) => name),
  call: (name, input, signal) =>
    client.callTool(
      { name, arguments: input },
      { signal, timeout: PATIENCE_MS, resetTimeoutOnProgress: false },
    ),
});
