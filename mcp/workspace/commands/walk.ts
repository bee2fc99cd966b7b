/**
 * Reaches what a path names, from the workspace down and through no link: each folder is held by a descriptor before
 * the next is looked at. Linux only, like the layers it serves.
 */

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, readlink } from 'node:fs/promises';

const O_PATH = 0o10000000;
const FOLDER = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** What is at a path; `stamp` tells it from anything that may take its place later. */
export interface Entry {
  kind: 'file' | 'directory' | 'link' | 'other';
  mode: number;
  /** Files: in bytes. */
  size?: number;
  /** Files that were read: SHA-256. */
  hash?: string;
  /** Links: where they point. */
  target?: string;
  stamp?: string;
  /** When it last changed, in milliseconds since 1970. */
  changedMs?: number;
}

/**
 * Holds the folder that contains a path while `use` works there.
 * @param path from the root, of plain names
 * @returns undefined if that folder does not exist, or is reached only through a link
 */
export async function inFolderOf<Result>(
  root: string,
  path: string,
  use: (folder: string, name: string) => Promise<Result>,
): Promise<Result | undefined> {
  const names = path.split('/');
  const name = names.pop() ?? '';
  if ([...names, name].some((part) => part === '' || part === '.' || part === '..'))
    throw new Error(`not a path: ${path}`);
  let held = await open(root, FOLDER);
  try {
    for (const part of names) {
      const next = await heldBelow(held, part);
      if (!next) return undefined;
      await held.close();
      held = next;
    }
    return await use(`/proc/self/fd/${held.fd}`, name);
  } finally {
    await held.close();
  }
}

async function heldBelow(folder: FileHandle, name: string): Promise<FileHandle | undefined> {
  try {
    return await open(`/proc/self/fd/${folder.fd}/${name}`, FOLDER);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** What is at a path; undefined if nothing is. */
export function entryAt(root: string, path: string): Promise<Entry | undefined> {
  return inFolderOf(root, path, (folder, name) => entryIn(folder, name));
}

export async function entryIn(folder: string, name: string): Promise<Entry | undefined> {
  const at = `${folder}/${name}`;
  const stat = await lstat(at, { bigint: true }).catch(unlessGone);
  if (!stat) return undefined;
  const mode = Number(stat.mode) & 0o7777;
  const stamp = [stat.ino, stat.size, stat.mtimeNs, stat.mode].join(':');
  const changedMs = Number(stat.ctimeMs);
  if (stat.isDirectory()) return { kind: 'directory', mode, stamp: String(stat.ino), changedMs };
  if (stat.isSymbolicLink()) return { kind: 'link', mode, target: await readlink(at), stamp, changedMs };
  if (!stat.isFile()) return { kind: 'other', mode, stamp, changedMs };
  return { kind: 'file', mode, size: Number(stat.size), stamp, changedMs };
}

/** Everything below a folder, with paths from the root, each folder before what is in it. */
export async function entriesBelow(root: string, path: string): Promise<{ path: string; entry: Entry }[]> {
  const names = await inFolderOf(root, `${path}/_`, (folder) => readdir(`${folder}/.`));
  const all: { path: string; entry: Entry }[] = [];
  for (const name of names ?? []) {
    const entry = await entryAt(root, `${path}/${name}`);
    if (!entry) continue;
    all.push({ path: `${path}/${name}`, entry });
    if (entry.kind === 'directory') all.push(...(await entriesBelow(root, `${path}/${name}`)));
  }
  return all;
}

/** A file's bytes; undefined if it is no file, or larger than `most`. */
export async function bytesAt(root: string, path: string, most: number): Promise<Buffer | undefined> {
  return inFolderOf(root, path, async (folder, name) => {
    const handle = await openFile(`${folder}/${name}`);
    if (!handle) return undefined;
    try {
      const stat = await handle.stat();
      return stat.isFile() && stat.size <= most ? await handle.readFile() : undefined;
    } finally {
      await handle.close();
    }
  });
}

/** SHA-256 of a file; undefined if it is no file. */
export async function hashAt(root: string, path: string): Promise<string | undefined> {
  return inFolderOf(root, path, async (folder, name) => {
    const handle = await openFile(`${folder}/${name}`);
    if (!handle) return undefined;
    const hash = createHash('sha256');
    for await (const chunk of handle.createReadStream()) hash.update(chunk);
    return hash.digest('hex');
  });
}

/** Non-blocking, so that a named pipe does not make it wait for a writer. */
async function openFile(at: string): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(at, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => {
    if (['ENOENT', 'ELOOP', 'ENXIO'].includes(codeOf(error))) return undefined;
    throw error;
  });
  if (handle && !(await handle.stat()).isFile()) {
    await handle.close();
    return undefined;
  }
  return handle;
}

export function unlessGone(error: unknown): undefined {
  if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined;
  throw error;
}

export function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? '');
}
