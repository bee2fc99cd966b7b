/**
 * What calls have changed in the workspace, all together: what was there before the first of them, and what is there
 * now.
 */
import { createTwoFilesPatch } from 'diff';
import type { Difference } from '../../define-tool';
import { bytesAt } from '../commands/walk';
import { differenceOf } from '../edits/difference';
import { readingAsks } from '../files/permission';
import type { Workspace } from '../workspace';
import type { Kept, Side } from './kept';
import { matches, withHash } from './take-back';

/** In bytes, of a file whose diff is shown; below, the number of files listed at once. */
const MOST_TEXT = 256_000;
const MOST_FILES = 200;
/**
 * Time for comparing all files, which blocks everybody else; below, for one file, after which only the kind of its
 * change is given.
 */
const ALL_MS = 1_000;
const ONE_MS = 100;

export interface ChangedFile {
  path: string;
  kind: 'added' | 'changed' | 'deleted';
  /** Absent if it is no text, too large, or may hold credentials. */
  diff?: Difference;
  /** For `git apply` and `patch`; absent if there is no diff. */
  patch?: string;
}

/** @param callIds oldest first, without calls that did nothing after all */
export async function changedFiles(
  kept: Kept,
  workspace: Workspace,
  callIds: readonly string[],
): Promise<{ files: ChangedFile[]; isCut: boolean }> {
  const before = new Map<string, Side | undefined>();
  for (const callId of callIds) {
    for (const { path, before: side } of (await kept.read(callId)) ?? []) {
      if (!before.has(path)) before.set(path, side);
    }
  }
  const files: ChangedFile[] = [];
  const comparing = new Comparing();
  for (const [path, side] of [...before].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const file = await changeOf(kept, workspace, comparing, path, side);
    if (file) files.push(file);
    if (files.length > MOST_FILES) break;
  }
  return { files: files.slice(0, MOST_FILES), isCut: files.length > MOST_FILES };
}

async function changeOf(
  kept: Kept,
  { root }: Workspace,
  comparing: Comparing,
  path: string,
  side: Side | undefined,
): Promise<ChangedFile | undefined> {
  const now = await withHash(root, path);
  const isFolder = (now ?? side)?.kind === 'directory';
  if (matches(now, side) || isFolder) return undefined;
  const kind = !side ? 'added' : now ? 'changed' : 'deleted';
  const [old, text] = await Promise.all([textBefore(kept, side), textNow(root, path, now)]);
  if (old === undefined || text === undefined || readingAsks(path.split('/'))) return { path, kind };
  const names = [side ? `a/${path}` : '/dev/null', now ? `b/${path}` : '/dev/null'] as const;
  const patch = comparing.within((timeout) => createTwoFilesPatch(...names, old, text, '', '', { timeout }));
  if (patch === undefined) return { path, kind };
  // The same again, with its context: it takes no longer.
  const diff = differenceOf(path, side ? old : undefined, now ? text : undefined);
  return { path, kind, diff, patch: withoutBanner(patch) };
}

/** The remaining time for comparing. */
class Comparing {
  private left = ALL_MS;

  within<Result>(compare: (timeout: number) => Result | undefined): Result | undefined {
    if (this.left <= 0) return undefined;
    const began = performance.now();
    const compared = compare(Math.min(ONE_MS, this.left));
    this.left -= performance.now() - began;
    return compared;
  }
}

/** The patch begins with a line of equals signs, which no tool needs. */
const withoutBanner = (patch: string) => patch.replace(/^=+\n/, '');

async function textBefore(kept: Kept, side: Side | undefined): Promise<string | undefined> {
  if (!side) return '';
  if (side.kind !== 'file' || side.hash === undefined) return undefined;
  return textOf(await kept.bytes(side.hash).catch(() => undefined));
}

async function textNow(root: string, path: string, now: Side | undefined): Promise<string | undefined> {
  if (!now) return '';
  return now.kind === 'file' ? textOf(await bytesAt(root, path, MOST_TEXT)) : undefined;
}

function textOf(bytes: Buffer | undefined): string | undefined {
  if (!bytes || bytes.length > MOST_TEXT || bytes.includes(0)) return undefined;
  return bytes.toString();
}
