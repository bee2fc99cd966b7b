/**
 * The index of a workspace, kept up to date: before each search, only what has changed since is read again. It covers
 * what a search may mention: neither what git ignores, nor what may hold credentials.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../../../serving/answer';
import { maySearch } from '../../files/permission';
import { readText } from '../../files/text-file';
import { at } from '../../files/walk';
import type { Workspace } from '../../workspace';
import { plain } from '../files-of';
import { filesThere } from '../files-there';
import { ripgrep } from '../ripgrep';
import { ChunkIndex } from './chunk-index';
import { chunksOf } from './chunks';

export const MOST_FILES = 20_000;
const LARGEST = '512K';
/** Of the process's memory, roughly. */
const MOST_BYTES = 150_000_000;

export interface Counts {
  files: number;
  chunks: number;
  /** How many were read this time. */
  read: number;
  removed: number;
  /** There are more files, or more words in them, than are indexed. */
  isCut: boolean;
}

class Followed {
  readonly index = new ChunkIndex();
  /** By path, what the file looked like when it was read; also for files without text. */
  private readonly stamps = new Map<string, string>();
  private last: Promise<unknown> = Promise.resolve();

  /** Serialised: two at once would read everything twice. */
  follow(workspace: Workspace, signal: AbortSignal, mostBytes: number): Promise<Counts> {
    const next = this.last.then(() => this.readAgain(workspace, signal, mostBytes));
    this.last = next.catch(() => undefined);
    return next;
  }

  private async readAgain(workspace: Workspace, signal: AbortSignal, mostBytes: number): Promise<Counts> {
    const { paths, isCut } = await listed(workspace, signal);
    const there = await filesThere(workspace, paths, signal);
    let read = 0;
    let isFull = false;
    for (const path of there) {
      signal.throwIfAborted();
      const stamp = await stampOf(workspace, path);
      if (stamp === undefined || this.stamps.get(path) === stamp) continue;
      if (this.index.bytes > mostBytes) {
        isFull = true;
        break;
      }
      this.index.put(path, chunksOf(path, (await textAt(workspace, path, signal)) ?? ''));
      this.stamps.set(path, stamp);
      read += 1;
    }
    const gone = [...this.stamps.keys()].filter((path) => !there.has(path));
    for (const path of gone) {
      this.index.remove(path);
      this.stamps.delete(path);
    }
    const { files, size: chunks } = this.index;
    return { files, chunks, read, removed: gone.length, isCut: isCut || isFull };
  }
}

/** One for each workspace, for as long as the process holds it. */
const known = new WeakMap<Workspace, Followed>();

/** Brings the index up to date. */
export async function follow(
  workspace: Workspace,
  signal: AbortSignal,
  mostBytes = MOST_BYTES,
): Promise<{ index: ChunkIndex; counts: Counts }> {
  const followed = known.get(workspace) ?? new Followed();
  known.set(workspace, followed);
  return { counts: await followed.follow(workspace, signal, mostBytes), index: followed.index };
}

async function listed(workspace: Workspace, signal: AbortSignal) {
  const paths: string[] = [];
  const onLine = (line: string) => {
    paths.push(plain(line));
    return paths.length <= MOST_FILES;
  };
  const args = ['--files', `--max-filesize=${LARGEST}`, '--sort=path'];
  await ripgrep({ cwd: workspace.root, start: './', args, signal, onLine });
  return { paths: paths.slice(0, MOST_FILES), isCut: paths.length > MOST_FILES };
}

/** Only decides whether to read again; the reading itself is done by a walk. */
async function stampOf(workspace: Workspace, path: string): Promise<string | undefined> {
  const found = await stat(join(workspace.root, path), { bigint: true }).catch(() => undefined);
  return found && `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
}

/** Undefined if it is gone, or holds no text. */
export async function textAt(
  workspace: Workspace,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return await at(workspace, path, { signal }, async (place) => {
      maySearch(place.parts);
      return (await readText(place, signal)).text;
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolError || (error as NodeJS.ErrnoException).code !== undefined) return undefined;
    throw error;
  }
}
