/** Bundles our code into one file that Node runs, for tests that need a separate process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** @param entry path from the root of the repository */
export async function bundle(entry: string): Promise<{ file: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'amber-bundle-'));
  const file = join(folder, 'main.mjs');
  await build({
    input: join(ROOT, entry),
    platform: 'node',
    resolve: { alias: { '@': ROOT, 'server-only': join(ROOT, 'node_modules/server-only/empty.js') } },
    output: { file, format: 'esm', codeSplitting: false },
    logLevel: 'silent',
  });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
