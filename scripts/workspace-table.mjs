/** `npm run workspace-table`: prints the table of the workspace's tools into docs/workspace.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { ensureInstalled, ensureNode } from './prepare/install.mjs';
import { root } from './prepare/run.mjs';

process.chdir(root);
await ensureInstalled();
await ensureNode();
await import('./prepare/our-types.mjs');

const { BEGIN, END, workspaceTable } = await import('./house/workspace-table.ts');
const DOCUMENT = 'docs/workspace.md';
const [before, rest = ''] = readFileSync(DOCUMENT, 'utf8').split(BEGIN);
const after = rest.split(END)[1];
if (after === undefined) throw new Error('docs/workspace.md has lost the marks of its table.');
writeFileSync(DOCUMENT, before + workspaceTable() + after);
