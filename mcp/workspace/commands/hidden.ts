/** What of a workspace commands cannot see. */
import { execFile } from 'node:child_process';
import { readFile, realpath, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ENVIRONMENT, type Hidden } from './namespaces';

/** By name, in any case; sockets are hidden whatever their name, since the listener is outside the sandbox. */
const SECRET = anyCase(
  [
    String.raw`\.env[^/]*`,
    String.raw`\.?mcp\.json`,
    String.raw`[^/]*\.(pem|key|p12|pfx|jks|keystore|kdbx)`,
    'id_(rsa|dsa|ecdsa|ed25519)',
    String.raw`\.(npmrc|netrc|_netrc|pgpass|htpasswd|git-credentials|pypirc|dockercfg|ssh|gnupg|aws|azure|kube)`,
    String.raw`\.git/credentials`,
  ].join('|'),
);
/** Git works without its configuration, except for remotes: it is hidden if it holds credentials. */
const GIT_CONFIG = anyCase(String.raw`\.git/(modules/.*/)?config`);
const SAYS_HOW = /:\/\/[^\s/]*@|extraheader|password|token|credential/i;

/** Everything below the workspace with such a name, and what is denied there. */
export async function hiddenIn(
  workspace: string,
  denied: readonly string[],
  signal: AbortSignal,
): Promise<Hidden[]> {
  const inIt = denied.filter((path) => path.startsWith(`${workspace}/`)).map((path) => Buffer.from(path));
  const found = await secretsIn(workspace, signal);
  const open = await Promise.all(found.map(isOpen));
  const below = found.filter((path, at) => !open[at] && !inIt.some((one) => isWithin(path, one)));
  const all = await Promise.all([...inIt, ...below].map((path) => whatIsAt(path, workspace)));
  return outermost(all.filter((one) => one !== undefined));
}

/** Each once, without anything below a hidden folder, which is gone anyway. */
function outermost(all: readonly Hidden[]): Hidden[] {
  const byPath = new Map(all.map((one) => [one.path.toString('latin1'), one]));
  const isBelow = (path: string): boolean => {
    const around = path.slice(0, path.lastIndexOf('/'));
    return around !== '' && (byPath.has(around) || isBelow(around));
  };
  return [...byPath].flatMap(([path, one]) => (isBelow(path) ? [] : one));
}

/**
 * For a link, its target is hidden, at the target's own place in the workspace: the written path could lead elsewhere
 * on the machine. A link to nothing, or out of the workspace, leads nowhere in the sandbox.
 */
async function whatIsAt(path: Buffer, workspace: string): Promise<Hidden | undefined> {
  try {
    const real = await realpath(path, { encoding: 'buffer' });
    const isIn = isWithin(real, Buffer.from(workspace));
    return isIn ? { path: real, isFolder: (await stat(real)).isDirectory() } : undefined;
  } catch (error) {
    const isNowhere = ['ENOENT', 'ELOOP'].includes(String((error as NodeJS.ErrnoException).code));
    return isNowhere ? undefined : { path, isFolder: false };
  }
}

function isWithin(path: Buffer, folder: Buffer): boolean {
  if (!path.subarray(0, folder.length).equals(folder)) return false;
  return path.length === folder.length || path[folder.length] === SLASH;
}

const SLASH = 0x2f;

/** A git configuration that commands may see. */
async function isOpen(path: Buffer): Promise<boolean> {
  if (!IS_GIT_CONFIG.test(path.toString('utf8'))) return false;
  return !SAYS_HOW.test(await readFile(path, 'utf8').catch(() => 'token'));
}

const IS_GIT_CONFIG = new RegExp(`/${GIT_CONFIG}$`, 'i');

/** @returns absolute paths, none below another */
async function secretsIn(workspace: string, signal: AbortSignal): Promise<Buffer[]> {
  // Every path is matched from its beginning, so relative ones are faster; allowed if no name above the workspace
  // matters.
  const start = /\/\.g/i.test(workspace) ? workspace : '.';
  const names = ['-iregex', `.*/(${SECRET}|${GIT_CONFIG})`];
  const { stdout } = await promisify(execFile)(
    'find',
    [
      ...[start, '-xdev', '-mindepth', '1', '-regextype', 'posix-extended'],
      ...['(', '-type', 's', '-o', ...names, ')', '-prune', '-print0'],
    ],
    { cwd: workspace, env: BY_BYTES, encoding: 'latin1', maxBuffer: 16_000_000, signal },
  ).catch((error: unknown) => {
    // Folders we may not read are closed to the command as well.
    const { code, stdout } = error as { code?: unknown; stdout?: string };
    if (code === 1 && stdout !== undefined) return { stdout };
    throw error;
  });
  const paths = stdout.split('\0').filter((path) => path !== '');
  return paths.map((path) => {
    const below = Buffer.from(path.slice(start === '.' ? 1 : Buffer.byteLength(start)), 'latin1');
    return Buffer.concat([Buffer.from(workspace), below]);
  });
}

/** Byte-wise matching also covers names that are not valid text, and takes half the time for the others. */
const BY_BYTES = { ...ENVIRONMENT, LC_ALL: 'C' } as unknown as NodeJS.ProcessEnv;

/** In bytes, only ASCII letters have two cases; these are the other characters that some file systems fold to them. */
function anyCase(names: string): string {
  return names.replaceAll('s', '(s|\u017f)').replaceAll('k', '(k|\u212a)').replaceAll('i', '(i|\u0131)');
}
