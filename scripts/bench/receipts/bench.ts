/** Measures the cost of decisions for a team that makes many at once; `npm run bench -- receipts` prints only that. */
import { join } from 'node:path';
import { root } from '../../prepare/run.mjs';
import { withModule } from '../aliased.ts';
import type { ReceiptCost } from './cost.ts';

export interface Decisions {
  oneTeam: ReceiptCost;
  fiftyTeams: ReceiptCost;
}

/** @param newDatabase creates an empty PostgreSQL database, returns its address */
export function measureDecisions(newDatabase: (name: string) => Promise<string>): Promise<Decisions> {
  return withModule<typeof import('./cost.ts'), Decisions>(
    join(import.meta.dirname, 'cost.ts'),
    async ({ measureReceipts }) => {
      const measure = async (teams: number) =>
        measureReceipts(await newDatabase(`bench_receipts_${teams}`), join(root, 'db/migrations'), teams);
      return { fiftyTeams: await measure(50), oneTeam: await measure(1) };
    },
  );
}
