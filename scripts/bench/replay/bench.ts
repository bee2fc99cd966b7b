/** Measures the cost of trying a rule on a long record; only printed by `npm run bench -- replay`. */
import { join } from 'node:path';
import { root } from '../../prepare/run.mjs';
import { withModule } from '../aliased.ts';

export async function benchReplay(url: string, calls = 100_000): Promise<void> {
  const text = await withModule<typeof import('./cost.ts'), string>(
    join(import.meta.dirname, 'cost.ts'),
    ({ measureReplay }) => measureReplay(url, join(root, 'db/migrations'), calls),
  );
  console.log(text);
}
