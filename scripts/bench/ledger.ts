/** Loads (d), and with it the app's own files, as the unit tests do: by the aliases of their configuration. */
import { join } from 'node:path';
import { createViteServer } from 'vitest/node';
import { root } from '../prepare/run.mjs';
import type { LedgerFigures } from './ledger-cost.ts';

/** @param url of an empty PostgreSQL database */
export async function measureLedger(url: string): Promise<LedgerFigures> {
  const server = await createViteServer({
    root,
    configFile: join(root, 'vitest.config.ts'),
    logLevel: 'error',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const file = join(import.meta.dirname, 'ledger-cost.ts');
    const loaded = (await server.ssrLoadModule(file)) as typeof import('./ledger-cost.ts');
    return await loaded.measureLedger(url, join(root, 'db/migrations'));
  } finally {
    await server.close();
  }
}
