/** A process of Amber's that a test starts, asks and kills. Started by node itself, without the app's own paths. */
import { join } from 'node:path';
import { withModule } from '../../../../scripts/bench/aliased.ts';

await withModule<typeof import('./answer-orders'), void>(
  join(import.meta.dirname, 'answer-orders.ts'),
  ({ answerOrders }) => answerOrders(),
);
