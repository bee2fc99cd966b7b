/** Loads (d), which needs the app's own files. */
import { join } from 'node:path';
import { root } from '../prepare/run.mjs';
import { withModule } from './aliased.ts';
import type { LedgerFigures } from './ledger-cost.ts';

/** @param url of an empty PostgreSQL database */
export function measureLedger(url: string): Promise<LedgerFigures> {
  return withModule<typeof import('./ledger-cost.ts'), LedgerFigures>(
    join(import.meta.dirname, 'ledger-cost.ts'),
    (loaded) => loaded.measureLedger(url, join(root, 'db/migrations')),
  );
}
