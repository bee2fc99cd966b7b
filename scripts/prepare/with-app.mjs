/** A running Amber with the demo company for scripts that use it from outside. */
import { ensureBuilt } from './build.mjs';

/**
 * Builds if needed, starts the app on a database of its own, passes it to `work` and cleans up.
 * @param {{modelUrl?: string, servers?: Record<string, unknown>, env?: Record<string, string>}} options
 * @param {(app: import('../../e2e/app.ts').App) => Promise<void>} work
 */
export async function withApp(options, work) {
  await ensureBuilt();
  const { startPostgres } = await import('../../db/testing/throwaway-postgres.ts');
  const postgres = await startPostgres();
  process.env.TEST_DATABASE_URL = postgres.url;
  try {
    const { App, makeTemplate } = await import('../../e2e/app.ts');
    await makeTemplate();
    const app = await App.start(options);
    try {
      await work(app);
    } finally {
      await app.stop();
    }
  } finally {
    await postgres.stop();
  }
}
