/**
 * The measured build: the app's own sources plus the routes that it is compared with. The sources are copied, so that
 * these routes are in no production build. The copy is kept, and is rebuilt only when the sources have changed.
 */
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ensureBuilt, sourcesIn } from '../prepare/build.mjs';
import { root } from '../prepare/run.mjs';

/** Below the project, since packages are resolved upwards; in a folder that a build does not clear. */
const FOLDER = join(root, '.next/cache/bench');
const ROUTES = ['bare', 'inside', 'usage'];

/** Lets the copy use the project's packages. Types are checked there, not here. */
const CONFIG = `import config from './next.config.app.mjs';

export default {
  ...config,
  turbopack: { ...config.turbopack, root: ${JSON.stringify(root)} },
  typescript: { ignoreBuildErrors: true },
};
`;

/** Creates the build unless it exists. Ends the process if it fails. Returns its folder. */
export async function benchBuild(): Promise<string> {
  copySources();
  await ensureBuilt(FOLDER);
  return FOLDER;
}

function copySources(): void {
  mkdirSync(FOLDER, { recursive: true });
  for (const entry of readdirSync(FOLDER)) {
    if (entry !== '.next') rmSync(join(FOLDER, entry), { recursive: true, force: true });
  }
  for (const file of sourcesIn(root)) copy(file, relative(root, file));
  for (const name of ROUTES)
    copy(join(import.meta.dirname, 'routes', `${name}.ts`), `app/api/${name}/route.ts`);
  renameSync(join(FOLDER, 'next.config.mjs'), join(FOLDER, 'next.config.app.mjs'));
  writeFileSync(join(FOLDER, 'next.config.mjs'), CONFIG);
}

function copy(from: string, to: string): void {
  const target = join(FOLDER, to);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(from, target);
}
