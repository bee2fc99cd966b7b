/** What a sandbox room needs from the machine it runs on. */
import { existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEVICES } from './namespaces';

/** A new folder for one room, with what is in every room; its path needs no quoting anywhere. */
export async function newBase(): Promise<string> {
  const around = /^[A-Za-z0-9/._-]+$/.test(tmpdir()) ? tmpdir() : '/tmp';
  const base = await realpath(await mkdtemp(join(around, 'amber-room-')));
  await chmod(base, 0o700);
  for (const name of ['room', 'layer', 'scratch', 'lower']) mkdirSync(join(base, name));
  fillBare(join(base, 'bare'));
  return base;
}

/**
 * Created here and copied in one go: starting a program for each of these took longer than everything else together.
 * Synchronous, since it is about thirty calls of microseconds each.
 */
function fillBare(bare: string): void {
  for (const name of ['usr', 'proc', 'dev/shm', 'tmp', 'home', 'etc', 'opt/node'])
    mkdirSync(join(bare, name), { recursive: true });
  const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const files = {
    ...Object.fromEntries(DEVICES.map((name) => [`dev/${name}`, ''])),
    'etc/passwd': `root:x:0:0::/home:/bin/bash\nuser:x:${user}:${group}::/home:/bin/bash\n`,
    'etc/group': `root:x:0:\nuser:x:${group}:\n`,
    'etc/hosts': '127.0.0.1 localhost\n',
  };
  const links = {
    'dev/fd': '/proc/self/fd',
    'dev/stdin': 'fd/0',
    'dev/stdout': 'fd/1',
    'dev/stderr': 'fd/2',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(bare, name), text);
  for (const [name, to] of Object.entries(links)) symlinkSync(to, join(bare, name));
  for (const name of ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32']) {
    const isLink = lstatSync(`/${name}`, { throwIfNoEntry: false })?.isSymbolicLink();
    if (isLink) symlinkSync(readlinkSync(`/${name}`), join(bare, name));
  }
}

/** Returns a function that says whether a path is on a file system mounted noexec. */
export async function noexecMounts(): Promise<(path: string) => boolean> {
  const lines = (await readFile('/proc/self/mountinfo', 'utf8')).split('\n').map((line) => line.split(' '));
  const mounts = lines.map(([, , , , point = '', options = '']) => ({
    point: point.replaceAll(/\\([0-7]{3})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 8)),
    ),
    isNoexec: options.split(',').includes('noexec'),
  }));
  return (path) => {
    const around = mounts.filter(
      ({ point }) => point === '/' || path === point || path.startsWith(`${point}/`),
    );
    return around.sort((one, other) => other.point.length - one.point.length)[0]?.isNoexec ?? false;
  };
}

/** The folder of Node, unless it is in /usr, which every room has anyway. */
export function nodeFolder(): string | undefined {
  const folder = dirname(dirname(process.execPath));
  return process.execPath.startsWith('/usr/') || !existsSync(join(folder, 'bin/node')) ? undefined : folder;
}
