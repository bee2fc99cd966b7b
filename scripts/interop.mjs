/**
 * `npm run interop [-- servers | clients | NAME ...] [--again]`: other people's servers and clients, as they really are.
 * Installs them (pinned, into a folder of their own), tries each with a running Amber and rewrites docs/interop.md.
 * What was tried before is kept, so that a run that was broken off goes on; `--again` tries it again.
 * Exit code 1 when a row that was tried has a fault of Amber's.
 */
import { ensureInstalled, ensureNode } from './prepare/install.mjs';
import { root } from './prepare/run.mjs';

process.chdir(root);
await ensureInstalled();
await ensureNode();
const { ensureBuilt } = await import('./prepare/build.mjs');
const { interop } = await import('./interop/main.ts');
process.exit(await interop(process.argv.slice(2), ensureBuilt));
