/**
 * `npm run interop [-- servers | clients | NAME ...] [--again]`: other people's real servers and clients. Installs them
 * (pinned, into a folder of their own), tries each with a running Amber and rewrites docs/interop.md. Earlier results
 * are kept, so that an interrupted run can continue; `--again` repeats them. Exit code 1 if a tried row shows a fault
 * of Amber's.
 */
import { ensureInstalled, ensureNode } from './prepare/install.mjs';
import { root } from './prepare/run.mjs';

process.chdir(root);
await ensureInstalled();
await ensureNode();
const { ensureBuilt } = await import('./prepare/build.mjs');
const { interop } = await import('./interop/main.ts');
process.exit(await interop(process.argv.slice(2), ensureBuilt));
