/** What a room needs of the machine it is on. */
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder for one room, of a name that can stand anywhere. */
export async function newBase(): Promise<string> {
  const around = /^[A-Za-z0-9/._-]+$/.test(tmpdir()) ? tmpdir() : '/tmp';
  const base = await realpath(await mkdtemp(join(around, 'amber-room-')));
  await chmod(base, 0o700);
  for (const name of ['room', 'layer', 'scratch', 'lower']) await mkdir(join(base, name));
  return base;
}

/** Tells of a path whether it is on a file system from which no programs are started. */
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

/** Where Node stands, unless it is in /usr, which is in the room as it is. */
export function nodeFolder(): string | undefined {
  const folder = dirname(dirname(process.execPath));
  return process.execPath.startsWith('/usr/') || !existsSync(join(folder, 'bin/node')) ? undefined : folder;
}
