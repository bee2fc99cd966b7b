/** Counts how often a day of requests asks; only printed by `npm run bench -- asks`. */
import { join } from 'node:path';
import { root } from '../../prepare/run.mjs';
import { withModule } from '../aliased.ts';

const SIZE = { ordinary: 200, severalSteps: 40 };

export async function benchAsks(url: string): Promise<void> {
  const text = await withModule<typeof import('./measure.ts'), string>(
    join(import.meta.dirname, 'measure.ts'),
    ({ measureAsks }) => measureAsks(url, join(root, 'db/migrations'), SIZE),
  );
  console.log(text);
}
