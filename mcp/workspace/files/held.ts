/**
 * Something in the file system, held so that it stays the same even if its name is given to something else. On Linux
 * this is a descriptor that names it without opening it (`O_PATH
 * O_NOFOLLOW`), and what is below is reached through that descriptor (`/proc/self/fd/N/name`). Node has nothing like it
 * elsewhere: there it is a path, and what is opened is compared with what was looked at; between the two, a fast
 * attacker on the same machine may still slip in a link.
 */
import {
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  statfsSync,
} from 'node:fs';
import { type FileHandle, lstat, open, statfs } from 'node:fs/promises';
import { ToolError } from '../../serving/answer';

/**
 * Linux's own value, which Node does not export. It is the same on all processors that Node supports, except sparc and
 * alpha.
 */
const O_PATH = 0o10000000;
const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;
const HOLDS = process.platform === 'linux' && existsSync('/proc/self/fd');

export interface Held {
  /** A path by which `node:fs` reaches it, and below which it reaches what it contains. */
  at: string;
  stat: BigIntStats;
  close(): Promise<void>;
}

/** @throws as `lstat` does */
export async function hold(path: string): Promise<Held> {
  if (!HOLDS) return { at: path, stat: await lstat(path, { bigint: true }), close: async () => {} };
  const handle = await open(path, O_PATH | O_NOFOLLOW);
  try {
    const stat = await handle.stat({ bigint: true });
    return { at: `/proc/self/fd/${handle.fd}`, stat, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Like `Held`, for callers that hold many of them for a moment each. */
export interface HeldFolder {
  at: string;
  stat: BigIntStats;
  close(): void;
}

/**
 * Synchronous, without returning to the event loop: that makes up for a hundred times as many steps as a request
 * usually has.
 * @throws as `open` does, also if it is no folder
 */
export function holdFolderNow(path: string): HeldFolder {
  if (!HOLDS) {
    const stat = lstatSync(path, { bigint: true });
    if (!stat.isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' });
    return { at: path, stat, close: () => {} };
  }
  const fd = openSync(path, O_PATH | O_NOFOLLOW | O_DIRECTORY);
  const close = () => closeSync(fd);
  try {
    return { at: `/proc/self/fd/${fd}`, stat: fstatSync(fd, { bigint: true }), close };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Reads a file if what is there is wanted; undefined if it is not, or if it was replaced or has outgrown that
 * meanwhile.
 * @throws as `open` does
 */
export function readHeldNow(path: string, isWanted: (stat: BigIntStats) => boolean): Buffer | undefined {
  if (!HOLDS) {
    const stat = lstatSync(path, { bigint: true });
    return isWanted(stat) ? readNow(path, O_NOFOLLOW, stat, isWanted) : undefined;
  }
  const held = openSync(path, O_PATH | O_NOFOLLOW);
  try {
    const stat = fstatSync(held, { bigint: true });
    return isWanted(stat) ? readNow(`/proc/self/fd/${held}`, 0, stat, isWanted) : undefined;
  } finally {
    closeSync(held);
  }
}

function readNow(
  path: string,
  flags: number,
  stat: BigIntStats,
  isWanted: (stat: BigIntStats) => boolean,
): Buffer | undefined {
  const file = openSync(path, O_RDONLY | O_NONBLOCK | flags);
  try {
    const now = fstatSync(file, { bigint: true });
    return isSame(now, stat) && isWanted(now) ? readFileSync(file) : undefined;
  } finally {
    closeSync(file);
  }
}

/** Opens exactly the held file for reading. Non-blocking, so a named pipe does not make it wait. */
export async function openHeld(held: Held): Promise<FileHandle> {
  const handle = await open(held.at, O_RDONLY | O_NONBLOCK | (HOLDS ? 0 : O_NOFOLLOW));
  if (HOLDS) return handle;
  const now = await handle.stat({ bigint: true });
  if (isSame(now, held.stat)) return handle;
  await handle.close();
  throw new ToolError('The file was replaced while it was opened. Nothing was read; try again.');
}

export function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

/**
 * Magic numbers of proc, sysfs, cgroup (two), debugfs, tracefs, securityfs, devpts, bpf, configfs: their files are the
 * machine itself.
 */
const OF_THE_MACHINE = new Set([
  ...[
    0x9fa0, 0x62656572, 0x27e0eb, 0x63677270, 0x64626720, 0x74726163, 0x73636673, 0x1cd1, 0xcafe4a11,
    0x62656570,
  ],
]);

export async function isOfTheMachine(held: Held): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const { type } = await statfs(held.at);
  return OF_THE_MACHINE.has(type);
}

/** The same, for what is at a path. */
export function isOfTheMachineNow(at: string): boolean {
  return process.platform === 'linux' && OF_THE_MACHINE.has(statfsSync(at).type);
}
