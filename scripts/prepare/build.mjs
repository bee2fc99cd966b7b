/** Building the app when its sources have changed, by one process at a time. Needs a node that runs TypeScript. */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isStopping, root, start } from './run.mjs';

export const NEXT = join(root, 'node_modules/next/dist/bin/next');

/** The inputs of the build, without tests, scripts and documents. */
const SOURCES = [
  '{app,components,db,lib,mcp,public}/**/*',
  '*.{ts,mjs}',
  '{package,package-lock,tsconfig}.json',
  '.env',
];
const NOT_SOURCES = ['**/*.test.{ts,tsx}', '**/testing/**', 'next-env.d.ts', '{vitest,playwright}.config.ts'];
/** In the build's folder; records the sources that it was built from. */
const MARK = '.next/amber-sources';

/**
 * Builds unless the last build was made from exactly these sources. Ends the process on failure.
 * @param {string} [folder] of the sources, with the build beside them in `.next`
 * @param {boolean} [isAwaited] somebody waits for it: says now and then that it goes on
 */
export async function ensureBuilt(folder = root, isAwaited = true) {
  if (isBuilt(folder)) return;
  const unlock = await lock();
  try {
    if (isBuilt(folder)) return;
    await build(folder, isAwaited);
  } finally {
    unlock();
  }
}

/** The files below a folder that its build reads, as absolute paths. */
export function sourcesIn(folder) {
  const entries = globSync(SOURCES, { cwd: folder, exclude: NOT_SOURCES, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

async function build(folder, isAwaited) {
  if (isAwaited) console.log('Building (one to five minutes; only when the sources changed) ...');
  const sources = hashOfSources(folder);
  const mark = join(folder, MARK);
  rmSync(mark, { force: true });
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  const { child, ended } = start(process.execPath, [NEXT, 'build'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const heartbeat = isAwaited && tellEvery(30);
  const code = await ended;
  if (heartbeat) clearInterval(heartbeat);
  if (isStopping) process.exit(0);
  if (code !== 0) {
    console.error(`${output}\nThe build failed; nothing was started.`);
    process.exit(code);
  }
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, sources);
}

function tellEvery(seconds) {
  const begun = Date.now();
  return setInterval(() => {
    console.log(`  still building, ${Math.round((Date.now() - begun) / 1000)} s`);
  }, seconds * 1000);
}

function isBuilt(folder) {
  try {
    return readFileSync(join(folder, MARK), 'utf8') === hashOfSources(folder);
  } catch {
    return false;
  }
}

function hashOfSources(folder) {
  const hash = createHash('sha256');
  for (const file of sourcesIn(folder)) {
    const content = readFileSync(file);
    hash.update(`${file.slice(folder.length)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Waits until no other process builds here, and returns a function that releases the lock. */
async function lock() {
  const { lockFolder } = await import('../../db/lock.ts');
  for (let attempt = 0; ; attempt++) {
    try {
      return lockFolder(join(root, 'node_modules/amber-build'));
    } catch (error) {
      if (error.code) throw error;
      if (attempt === 0) console.log('Another process is building here; waiting for it ...');
      await sleep(300);
    }
  }
}
