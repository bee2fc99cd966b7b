/** `npm run policy-table`: prints the policy's table into the README. */
import { readFileSync, writeFileSync } from 'node:fs';
import { ensureInstalled, ensureNode } from './prepare/install.mjs';
import { root } from './prepare/run.mjs';

process.chdir(root);
await ensureInstalled();
await ensureNode();

const { BEGIN, END, policyTable } = await import('./house/policy-table.ts');
const readme = readFileSync('README.md', 'utf8');
const [before, rest = ''] = readme.split(BEGIN);
const after = rest.split(END)[1];
if (after === undefined) throw new Error('README.md has lost the marks of the policy table.');
writeFileSync('README.md', before + policyTable() + after);
