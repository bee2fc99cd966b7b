/** Loads a file with the app's own files, as the unit tests do: plain node does not find what these import. */
import { join } from 'node:path';
import { createViteServer } from 'vitest/node';
import { root } from '../prepare/run.mjs';

/** Runs `task` with what the file exports, and ends what was needed for it. */
export async function withModule<Module, Result>(
  file: string,
  task: (loaded: Module) => Promise<Result>,
): Promise<Result> {
  const server = await createViteServer({
    root,
    configFile: join(root, 'vitest.config.ts'),
    logLevel: 'error',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    return await task((await server.ssrLoadModule(file)) as Module);
  } finally {
    await server.close();
  }
}
