/** (j) Which tools a message needs: prints how well and how fast they are found. Skipped if the data is missing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../prepare/run.mjs';
import { withModule } from '../aliased.ts';

const FOLDER = join(root, '../shared/toolsel');

export async function benchToolSelection(): Promise<void> {
  if (!existsSync(FOLDER)) {
    console.log(`\n(j) Tool selection: skipped, its data is not at ${FOLDER}.`);
    return;
  }
  type Measuring = typeof import('./measure.ts');
  const text = await withModule<Measuring, string>(join(import.meta.dirname, 'measure.ts'), (loaded) =>
    loaded.measureToolSelection(FOLDER),
  );
  console.log(text);
}
