/**
 * `npm run bench`: what Amber costs, as ratios measured in one run, with the aim beside each. Ends with 0 also when
 * an aim is missed, which the table tells; otherwise only when something breaks. `npm run bench -- tool-selection`,
 * `-- workspace`, `-- receipts`, `-- replay`, `-- asks`, `-- news`, `-- growth`, `-- search`, `-- long-chat`, `-- gateway`, `-- answers` and `-- lighthouse` measure that part alone;
 * `-- replicas` (or `-- replicas long`) shows several processes, and ends with an error when something was lost or done twice.
 */
import { ensureInstalled, ensureNode } from './prepare/install.mjs';
import { root } from './prepare/run.mjs';

process.chdir(root);
await ensureInstalled();
await ensureNode();
const { bench } = await import('./bench/main.ts');
await bench(process.argv[2], process.argv[3]);
