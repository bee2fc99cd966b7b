/** Installs the packages of the lock file if they are missing. Runs on any node from 20 on. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

/** Runs TypeScript directly, which the app's own settings file needs. */
const NODE_WITH_TYPES = [22, 18];

/** Installs the packages unless exactly those of the lock file are installed. Ends the process on failure. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Installing the packages (once, and when the lock file changes) ...');
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm'];
  // Building needs the development packages, whatever NODE_ENV says.
  const code = await run(command, [...first, 'ci', '--include=dev', '--include=optional', '--no-fund']);
  if (code === 0) return;
  console.error('\nThe packages could not be installed; npm says above why. Nothing was started.');
  process.exit(code);
}

/** Compares with npm's own record of its last complete installation. */
function isInstalled() {
  const written = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(written)) return false;
  const installed = packagesOf(written);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    if (path === '') return true;
    const found = installed[path];
    // Packages for other platforms are not installed.
    return found ? found.version === wanted.version : wanted.optional || wanted.devOptional;
  });
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/**
 * If this node is too old: runs the same command under the one installed with the packages, passes on its exit code,
 * and does not return.
 */
export async function ensureNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = NODE_WITH_TYPES;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  const node = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (!existsSync(node)) {
    console.error(`Node ${process.versions.node} is too old, and the packages bring none for this machine.`);
    console.error(`Install Node ${NODE_WITH_TYPES.join('.')} or newer.`);
    process.exit(1);
  }
  process.exit(await run(node, process.argv.slice(1)));
}
