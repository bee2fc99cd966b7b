/** `npm run policy-table`: prints the policy's table into docs/policy.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { ensureInstalled, ensureNode } from './prepare/install.mjs';
import { root } from './prepare/run.mjs';

process.chdir(root);
await ensureInstalled();
await ensureNode();
await import('./prepare/our-types.mjs');

const { BEGIN, END, policyTable } = await import('./house/policy-table.ts');
const DOCUMENT = 'docs/policy.md';
const [before, rest = ''] = readFileSync(DOCUMENT, 'utf8').split(BEGIN);
const after = rest.split(END)[1];
if (after === undefined) throw new Error('docs/policy.md has lost the marks of the policy table.');
writeFileSync(DOCUMENT, before + policyTable() + after);
