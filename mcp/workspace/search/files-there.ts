/**
 * Which of the many paths that a search found are plain files, and what is in them. It walks from the root, holds each
 * folder before it looks inside, follows no links, and shares the walk between all paths below a folder. `at` walks to
 * a single path and waits at each step of it; doing that for every hit would take longer than the search.
 */
import { type BigIntStats, lstatSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { ToolError } from '../../serving/answer';
import { type HeldFolder, holdFolderNow, isOfTheMachineNow, readHeldNow } from '../files/held';
import { isTellable } from '../files/names';
import { MOST_BYTES, type TextFile, textOf } from '../files/text-file';
import { partsOf } from '../files/walk';
import { isOwn, type Own, type Workspace } from '../workspace';

/** The longest time for which the event loop is blocked. */
const SLICE_MS = 3;

/** @param paths in the order of the search: those in and below one folder are adjacent */
export async function filesThere(
  workspace: Workspace,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const there = new Set<string>();
  await inSlices(workspace, Map.groupBy(paths, folderOf), signal, (walk, folder, files) => {
    for (const file of walk.filesIn(folder, files)) there.add(file);
  });
  return there;
}

/**
 * Reads plain files, one after the other. Skips what is missing, too large or no text.
 * @param paths as for `filesThere`
 */
export async function readThere(
  workspace: Workspace,
  paths: readonly string[],
  signal: AbortSignal,
  onFile: (path: string, file: TextFile) => void,
): Promise<void> {
  const each = paths.map((path) => [folderOf(path), path] as const);
  await inSlices(workspace, each, signal, (walk, folder, path) => {
    const file = walk.read(folder, path);
    if (file) onFile(path, file);
  });
}

/** Synchronous work, with pauses during which nothing is held. */
async function inSlices<What>(
  workspace: Workspace,
  all: Iterable<readonly [folder: string, what: What]>,
  signal: AbortSignal,
  work: (walk: FolderWalk, folder: string, what: What) => void,
): Promise<void> {
  const walk = new FolderWalk(workspace);
  try {
    let begun = performance.now();
    for (const [folder, what] of all) {
      work(walk, folder, what);
      if (performance.now() - begun < SLICE_MS) continue;
      walk.letGo();
      await setImmediate();
      signal.throwIfAborted();
      begun = performance.now();
    }
  } finally {
    walk.letGo();
  }
  signal.throwIfAborted();
}

class FolderWalk {
  private readonly workspace: Workspace;
  /** The root, and the folders held below it. */
  private trail: { name: string; held: HeldFolder }[] = [];
  /** Looked up again for each root. */
  private own: Own[] = [];

  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  /** Those that exist; none if the folder is missing, or reached only through a link. */
  filesIn(folder: string, paths: readonly string[]): string[] {
    return (
      this.within(folder, (held, names) => paths.filter((path) => this.isTold(held, names, lastOf(path)))) ??
      []
    );
  }

  /** A text file; undefined if it is anything else, or missing. */
  read(folder: string, path: string): TextFile | undefined {
    return this.within(folder, (held, names) => {
      const name = lastOf(path);
      // A name that no tool can be given as a path is not read here either.
      if (partsOf(path).join('/') !== path || !isTellable([...names, name])) return undefined;
      const at = `${held.at}/${name}`;
      const isWanted = (found: BigIntStats) =>
        found.isFile() && found.size <= MOST_BYTES && !this.isElses(held, name, found, at);
      const bytes = readHeldNow(at, isWanted);
      return bytes && textOf(bytes, path);
    });
  }

  private within<Result>(
    folder: string,
    use: (held: HeldFolder, names: string[]) => Result,
  ): Result | undefined {
    try {
      const names = partsOf(folder);
      // A name that contains a line feed arrives as two names, either of which may be anything.
      return names.join('/') === folder ? use(this.downTo(names), names) : undefined;
    } catch (error) {
      if (error instanceof ToolError || (error as NodeJS.ErrnoException).code !== undefined) return undefined;
      throw error;
    }
  }

  letGo(from = 0): void {
    for (const { held } of this.trail.splice(from)) held.close();
  }

  private downTo(names: readonly string[]): HeldFolder {
    const [root, ...below] = this.trail;
    const differs = names.findIndex((name, at) => below[at]?.name !== name);
    const same = differs < 0 ? names.length : differs;
    this.letGo(root ? same + 1 : 0);
    let last = this.trail.at(-1)?.held ?? this.begin();
    for (const name of names.slice(root ? same : 0)) last = this.step(last, name);
    return last;
  }

  private begin(): HeldFolder {
    this.own = this.workspace.ownNow();
    const held = holdFolderNow(this.workspace.root);
    this.trail.push({ name: '', held });
    return held;
  }

  private step(parent: HeldFolder, name: string): HeldFolder {
    const at = `${parent.at}/${name}`;
    const held = holdFolderNow(at);
    try {
      if (this.isElses(parent, name, held.stat, held.at)) throw new ToolError('It is not gone to.');
    } catch (error) {
      held.close();
      throw error;
    }
    this.trail.push({ name, held });
    return held;
  }

  private isTold(folder: HeldFolder, names: readonly string[], name: string): boolean {
    if (!isTellable([...names, name])) return false;
    const at = `${folder.at}/${name}`;
    const found = lstatSync(at, { bigint: true, throwIfNoEntry: false });
    return found?.isFile() === true && !this.isElses(folder, name, found, at);
  }

  /** Whether it belongs to Amber or to the machine itself. */
  private isElses(parent: HeldFolder, name: string, found: BigIntStats, at: string): boolean {
    if (isOwn(this.own, parent.stat, name, found)) return true;
    return found.dev !== parent.stat.dev && isOfTheMachineNow(at);
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
