/**
 * The folder that a server works in: a few files of every kind, a small Git history, the configuration of an
 * unreachable cluster.
 */
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from './install.ts';

const KUBECONFIG = `apiVersion: v1
kind: Config
clusters: [{ name: none, cluster: { server: "http://127.0.0.1:1" } }]
users: [{ name: nobody, user: {} }]
contexts: [{ name: none, context: { cluster: none, user: nobody } }]
current-context: none
`;

/** Contains "Amber interop" on one page. */
const PDF = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj',
  '4 0 obj<</Length 46>>stream',
  'BT /F1 24 Tf 20 40 Td (Amber interop) Tj ET   ',
  'endstream endobj',
  '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
  'trailer<</Root 1 0 R>>',
  '%%EOF',
].join('\n');

/** Two by two pixels, red. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR42mP8z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==';

const FILES: Record<string, string | Buffer> = {
  'hello.txt': 'Hello from the scratch folder.\n',
  'notes/roadmap.md': '---\ntags: [plan]\n---\n# Roadmap\n\nThe roadmap says: amber first.\n',
  'data.csv': 'name,amount\nHalden Optics,450\n',
  'page.html': '<!doctype html><title>Scratch</title><h1 style="color:red">Scratch page</h1>',
  'bad.js': 'var unused = 1;\n',
  'sample.pdf': PDF,
  'pixel.png': Buffer.from(PNG, 'base64'),
  kubeconfig: KUBECONFIG,
  '.obsidian/app.json': '{}',
};

/** Recreates the folder. @param owner who must be able to write there */
export function scratch(name: string, owner: number | undefined): string {
  const folder = join(CACHE, 'work', name);
  rmSync(folder, { recursive: true, force: true });
  for (const path of ['notes', '.obsidian', 'repo']) mkdirSync(join(folder, path), { recursive: true });
  for (const [path, content] of Object.entries(FILES)) writeFileSync(join(folder, path), content);
  makeHistory(join(folder, 'repo'));
  if (owner !== undefined) give(folder, owner);
  return folder;
}

function makeHistory(folder: string): void {
  writeFileSync(join(folder, 'a.txt'), 'first\n');
  const who = ['-c', 'user.name=Interop', '-c', 'user.email=interop@amber.test'];
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    [...who, 'commit', '-qm', 'The first commit'],
  ]) {
    spawnSync('git', args, { cwd: folder, stdio: 'ignore' });
  }
}

function give(path: string, owner: number): void {
  chownSync(path, owner, owner);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    chownSync(join(entry.parentPath, entry.name), owner, owner);
  }
}
