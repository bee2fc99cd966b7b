/** Loads a file that imports the app's own files, as the unit tests do: plain node cannot resolve their imports. */
import { join } from 'node:path';
import { createViteServer } from 'vitest/node';
import { root } from '../prepare/run.mjs';

/** Runs `task` with the file's exports, and cleans up afterwards. */
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
