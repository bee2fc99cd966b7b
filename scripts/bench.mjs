/**
 * `npm run bench`: the costs of Amber, as ratios measured in one run, each with its aim. Exits with 0 even if an aim is
 * missed, which the table reports; otherwise only if something breaks. `npm run bench -- tool-selection`, `--
 * workspace`, `-- receipts`, `-- replay`, `-- asks`, `-- news`, `-- growth`, `-- search`, `-- long-chat`, `-- gateway`,
 * `-- answers` and `-- lighthouse` measure only that part; `-- replicas` (or `-- replicas long`) tests several
 * processes, and ends with an error if something was lost or done twice.
 */
import { ensureInstalled, ensureNode } from './prepare/install.mjs';
import { root } from './prepare/run.mjs';

process.chdir(root);
await ensureInstalled();
await ensureNode();
const { bench } = await import('./bench/main.ts');
await bench(process.argv[2], process.argv[3]);
