/** Measures and prints what receipts cost a team that writes at once: `npm run bench -- receipts`. */
import { join } from 'node:path';
import { root } from '../../prepare/run.mjs';
import { withModule } from '../aliased.ts';

/** @param newDatabase makes an empty PostgreSQL database, gives its address */
export function benchReceipts(newDatabase: (name: string) => Promise<string>): Promise<void> {
  return withModule<typeof import('./cost.ts'), void>(
    join(import.meta.dirname, 'cost.ts'),
    async ({ measureReceipts }) => {
      console.log('Receipts, 50 clients, a call with two receipts a commit; links every 250 ms:');
      for (const teams of [1, 50]) {
        const url = await newDatabase(`bench_receipts_${teams}`);
        const cost = await measureReceipts(url, join(root, 'db/migrations'), teams);
        const wait = `waited for the link: median ${cost.medianWait.toFixed(0)} ms, longest ${cost.longestWait.toFixed(0)} ms`;
        console.log(
          `  ${teams} team(s): ${cost.commitsPerSecond.toFixed(0)} commits/s, ${cost.receipts} receipts, ${wait}, never linked: ${cost.unlinked}`,
        );
      }
    },
  );
}
