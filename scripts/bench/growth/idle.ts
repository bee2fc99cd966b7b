/** The queries that an idle process makes every second, or every few seconds. Loaded by `bench.ts`. */
import { openDatabase } from '@/db/client';
import { settleAbandoned } from '@/lib/execution/settle-left';
import { endLapsed } from '@/lib/outside/calls/end';
import { linkAllReceipts } from '@/lib/receipts/link';
import { deadRuns } from '@/lib/runs/recover';
import { listRunsToRelease } from '@/lib/store/conversation/holds';
import { listStuckQueues } from '@/lib/store/queue';
import { median } from '../statistics';

/** @returns names and medians in ms */
export async function measureIdle(url: string): Promise<[string, number][]> {
  const { db, close } = await openDatabase({ url, dataDir: 'memory', poolSize: 1 });
  const asked: Record<string, () => Promise<unknown>> = {
    'dead runs': () => deadRuns(db, [], false),
    'queues that wait for nobody': () => listStuckQueues(db),
    'calls whose hold is over': () => listRunsToRelease(db),
    'calls that nobody waits for': () => settleAbandoned(db),
    'receipts that are not linked': () => linkAllReceipts(db),
    'calls of other clients that lapsed': () => endLapsed(db),
  };
  const found: [string, number][] = [];
  for (const [name, ask] of Object.entries(asked)) {
    const times: number[] = [];
    for (let nth = 0; nth < 40; nth++) {
      const startedAt = performance.now();
      await ask();
      if (nth >= 10) times.push(performance.now() - startedAt);
    }
    found.push([name, median(times)]);
  }
  await close();
  return found;
}
