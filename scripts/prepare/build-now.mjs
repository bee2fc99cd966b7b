/** Builds the app unless that is done, as a separate program: `npm test` runs it beside the unit tests, quietly. */
import { ensureBuilt } from './build.mjs';
import { root } from './run.mjs';

await ensureBuilt(root, false);
