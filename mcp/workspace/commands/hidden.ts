/** What of a workspace no command sees. */
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ENVIRONMENT } from './namespaces';

/** Of names, in any case; a socket is hidden under any name, since who listens there is outside the room. */
const SECRET = [
  String.raw`\.env[^/]*`,
  String.raw`\.?mcp\.json`,
  String.raw`[^/]*\.(pem|key|p12|pfx|jks|keystore|kdbx)`,
  'id_(rsa|dsa|ecdsa|ed25519)',
  String.raw`\.(npmrc|netrc|_netrc|pgpass|htpasswd|git-credentials|pypirc|dockercfg|ssh|gnupg|aws|azure|kube)`,
].join('|');
/** Without what it says git works as well, but for its remotes: hidden where it says how to get in there. */
const GIT_CONFIG = String.raw`\.git/(modules/.*/)?config`;
const SAYS_HOW = /:\/\/[^\s/]*@|extraheader|password|token|credential/i;

export interface Hidden {
  /** Absolute. */
  path: string;
  isFolder: boolean;
}

/** What is below the workspace of such, and what is denied there. */
export async function hiddenIn(
  workspace: string,
  denied: readonly string[],
  signal: AbortSignal,
): Promise<Hidden[]> {
  const inIt = denied.filter((path) => path.startsWith(`${workspace}/`));
  const found = await secretsIn(workspace, signal);
  const open = await Promise.all(found.map(isOpen));
  const below = found.filter(
    (path, at) => !open[at] && !inIt.some((one) => path === one || path.startsWith(`${one}/`)),
  );
  const all = await Promise.all(
    [...inIt, ...below].map(async (path) => {
      // A link is hidden with what it leads to; one that leads nowhere hides nothing.
      const what = await stat(path).catch((error: NodeJS.ErrnoException) =>
        error.code === 'ENOENT' ? undefined : error,
      );
      return what && { path, isFolder: !(what instanceof Error) && what.isDirectory() };
    }),
  );
  return all.filter((one) => one !== undefined);
}

/** A configuration of git that may be seen. */
async function isOpen(path: string): Promise<boolean> {
  if (!new RegExp(`/${GIT_CONFIG}$`, 'i').test(path)) return false;
  return !SAYS_HOW.test(await readFile(path, 'utf8').catch(() => 'token'));
}

/** @returns absolute paths, none below another */
async function secretsIn(workspace: string, signal: AbortSignal): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    'find',
    [
      ...[workspace, '-xdev', '-mindepth', '1', '-regextype', 'posix-extended'],
      ...[
        '(',
        '-type',
        's',
        '-o',
        '-iregex',
        `.*/(${SECRET}|\\.git/credentials|${GIT_CONFIG})`,
        ')',
        '-prune',
        '-print0',
      ],
    ],
    { env: ENVIRONMENT as NodeJS.ProcessEnv, maxBuffer: 16_000_000, signal },
  ).catch((error: unknown) => {
    // Folders that we may not look into are closed to the command as well.
    const { code, stdout } = error as { code?: unknown; stdout?: string };
    if (code === 1 && stdout !== undefined) return { stdout };
    throw error;
  });
  return stdout.split('\0').filter((path) => path !== '');
}
