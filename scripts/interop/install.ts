/**
 * Other people's packages, pinned, each in a folder of its own that a later run reuses. None of their code runs here.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { slugOf } from './specs.ts';

const MINUTES = 5;

/** The folder of this command: packages, scratch folders, results. */
export const CACHE = process.env.AMBER_INTEROP_DIR ?? join(tmpdir(), 'amber-interop');

export interface Installed {
  folder: string;
  /** The package's own folder. */
  home: string;
}

/**
 * Installs exactly this version, without running any of its scripts, unless it is already there.
 * @throws with npm's last output
 */
export async function install(spec: string, beside: string[] = []): Promise<Installed> {
  const folder = join(CACHE, 'packages', slugOf([spec, ...beside].join(' ')));
  const done = join(folder, '.done');
  const installed = { folder, home: join(folder, 'node_modules', packageName(spec)) };
  if (existsSync(done)) return installed;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const said = await npm(folder, [spec, ...beside]);
  if (said !== undefined) throw new Error(`not installed: ${said}`);
  writeFileSync(done, '');
  return installed;
}

/** The script behind one of the package's programs. */
export function programOf({ home }: Installed, wanted?: string): string {
  const { bin, main } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    bin?: string | Record<string, string>;
    main?: string;
  };
  const found = typeof bin === 'object' ? (bin[wanted ?? ''] ?? Object.values(bin)[0]) : (bin ?? main);
  if (!found) throw new Error('the package has no program');
  return join(home, found);
}

export function packageName(spec: string): string {
  return spec.slice(0, spec.lastIndexOf('@'));
}

/** Returns nothing, or npm's last output. */
function npm(folder: string, specs: string[]): Promise<string | undefined> {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--save-exact'];
  const child = spawn('npm', ['install', ...flags, ...specs], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: MINUTES * 60_000,
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said = (said + text).slice(-600);
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? undefined : said.trim() || `npm ended with ${code}`));
  });
}
