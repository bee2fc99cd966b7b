/** (l) The workspace with many files: `npm run bench -- workspace`. It needs neither a build nor a database. */
import { join } from 'node:path';
import { withModule } from '../aliased.ts';

export async function benchWorkspace(count = 100_000): Promise<void> {
  type Measuring = typeof import('./measure.ts');
  console.log(`Writing ${count} files ...`);
  const text = await withModule<Measuring, string>(join(import.meta.dirname, 'measure.ts'), (loaded) =>
    loaded.measureWorkspace(count),
  );
  console.log(`\n(l) The workspace, ${count} files\n\n${text}`);
}
