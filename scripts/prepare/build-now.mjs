/** Builds the app unless that is done, as a separate program: `npm test` runs it beside the unit tests. */
import { ensureBuilt } from './build.mjs';

await ensureBuilt();
