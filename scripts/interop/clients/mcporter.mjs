/** mcporter, as a library. */
import { createRuntime } from 'mcporter';
import { headers, PATIENCE_MS, serve, url } from './serve.mjs';

const command = { kind: 'http', url: new URL(url), headers };
const runtime = await createRuntime({ servers: [{ name: 'amber', command }] });
serve({
  list: async () => (await runtime.listTools('amber')).map(({ name }) => name),
  call: (name, args) => runtime.callTool('amber', name, { args, timeoutMs: PATIENCE_MS }),
});
