/** `npm run rooms-picture`: draws the diagram of the rooms into docs/architecture.md, from the actual imports. */
import { readFileSync, writeFileSync } from 'node:fs';
import { ensureInstalled, ensureNode } from './prepare/install.mjs';
import { root } from './prepare/run.mjs';

process.chdir(root);
await ensureInstalled();
await ensureNode();

const { withPicture } = await import('./house/rooms-picture.ts');
const DOCUMENT = 'docs/architecture.md';
writeFileSync(DOCUMENT, withPicture(readFileSync(DOCUMENT, 'utf8'), root));
