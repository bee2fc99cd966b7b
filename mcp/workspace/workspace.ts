/** One folder that tools may work in, and what of it they may not. */
import { type BigIntStats, realpathSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, sep } from 'node:path';
import { type Held, hold, isSame } from './files/held';
import { fold } from './files/names';
import { ofAmber } from './files/refusals';

export class Workspace {
  /** Absolute, without links. */
  readonly root: string;
  /** Absolute: what no tool goes to. */
  readonly denied: readonly string[];

  /**
   * @param path of the folder
   * @param denied absolute paths that no tool goes to, wherever they stand: Amber's data folder and its list of servers
   * @throws Error in words for the operator, when it can be no workspace
   */
  constructor(path: string, denied: readonly string[] = []) {
    this.root = realFolder(path);
    this.denied = denied;
    if (this.root === dirname(this.root)) throw new Error('it must not be the root of the file system');
    const around = denied.find((one) => isWithin(this.root, real(one)));
    if (around !== undefined) throw new Error(`it must not be within ${around}, which is Amber's own`);
  }

  holdRoot(): Promise<Held> {
    return hold(this.root);
  }

  /** Of an absolute path what of it is below the root; undefined: it is elsewhere. */
  below(path: string): string | undefined {
    if (path === this.root) return '';
    return path.startsWith(this.root + sep) ? path.slice(this.root.length + 1) : undefined;
  }

  /**
   * @param held what is there under the name; absent: nothing
   * @throws ToolError for what is Amber's own, under whatever name
   */
  async refuse(parent: Held, name: string, held: Held | undefined): Promise<void> {
    for (const path of this.denied) {
      const [own, around] = await Promise.all([statOf(path), statOf(dirname(path))]);
      const isIt = own && held && isSame(own, held.stat);
      const isItsPlace = around && isSame(around, parent.stat) && fold(name) === fold(basename(path));
      if (isIt || isItsPlace) throw ofAmber(name);
    }
  }

  /** Of files that stand in a folder, which are Amber's own, under whatever name. */
  async ownAmong(folder: Held, names: readonly string[]): Promise<ReadonlySet<string>> {
    const own = new Set<string>();
    for (const path of this.denied) {
      const [it, around] = await Promise.all([statOf(path), statOf(dirname(path))]);
      const isItsPlace = around && isSame(around, folder.stat);
      for (const name of names) if (isItsPlace && fold(name) === fold(basename(path))) own.add(name);
      // Only what has a second name stands under another one.
      if (!it?.isFile() || it.nlink < 2n) continue;
      for (const name of names) {
        const there = await statOf(`${folder.at}/${name}`);
        if (there && isSame(there, it)) own.add(name);
      }
    }
    return own;
  }

  /** @throws ToolError for a folder below which something is Amber's own: it must stay where it is */
  async refuseAround(folder: Held, path: string): Promise<void> {
    const around = await Promise.all(this.denied.flatMap(ancestorsOf).map(statOf));
    if (around.some((one) => one && isSame(one, folder.stat))) throw ofAmber(path);
  }
}

function ancestorsOf(path: string): string[] {
  const around = dirname(path);
  return around === path ? [] : [around, ...ancestorsOf(around)];
}

function statOf(path: string): Promise<BigIntStats | undefined> {
  return stat(path, { bigint: true }).catch(() => undefined);
}

function realFolder(path: string): string {
  const root = realpathSync(path);
  if (!statSync(root).isDirectory()) throw new Error('it must be a folder');
  return root;
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}
