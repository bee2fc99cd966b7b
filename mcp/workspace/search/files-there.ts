/**
 * Which of many paths that a search found are plain files: by a walk from the root that holds each folder before it looks at what
 * is in it, goes through no link, and is the same for all paths below a folder. `at` goes to one path and comes back from each
 * step of it; that many times over would take longer than the search.
 */
import { type BigIntStats, lstatSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { ToolError } from '../../serving/answer';
import { type HeldFolder, holdFolderNow, isOfTheMachineNow } from '../files/held';
import { isTellable } from '../files/names';
import { partsOf } from '../files/walk';
import { isOwn, type Own, type Workspace } from '../workspace';

/** For so long nothing else is done. */
const SLICE_MS = 3;

/** @param paths as a search finds them: those of one folder, and of what is below it, follow on each other */
export async function filesThere(
  workspace: Workspace,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const byFolder = Map.groupBy(paths, (path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  const there = new Set<string>();
  const walk = new FolderWalk(workspace);
  try {
    let begun = performance.now();
    for (const [folder, files] of byFolder) {
      for (const file of walk.filesIn(folder, files)) there.add(file);
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
  return there;
}

class FolderWalk {
  private readonly workspace: Workspace;
  /** The root, and what is held below it. */
  private trail: { name: string; held: HeldFolder }[] = [];
  /** Looked at anew with each root. */
  private own: Own[] = [];

  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  /** Those that are there; none where the folder is not, or only behind a link. */
  filesIn(folder: string, paths: readonly string[]): string[] {
    try {
      const names = partsOf(folder);
      // A name with a line end in it comes as two that may be anything.
      if (names.join('/') !== folder) return [];
      const held = this.downTo(names);
      return paths.filter((path) => this.isTold(held, names, path.slice(path.lastIndexOf('/') + 1)));
    } catch (error) {
      if (error instanceof ToolError || (error as NodeJS.ErrnoException).code !== undefined) return [];
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

  /** Amber's own, or the machine's. */
  private isElses(parent: HeldFolder, name: string, found: BigIntStats, at: string): boolean {
    if (isOwn(this.own, parent.stat, name, found)) return true;
    return found.dev !== parent.stat.dev && isOfTheMachineNow(at);
  }
}
