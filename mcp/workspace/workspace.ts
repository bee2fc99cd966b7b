/** A folder that tools may work in, and what in it is off limits. */
import { type BigIntStats, realpathSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, sep } from 'node:path';
import { type Held, hold, isSame } from './files/held';
import { fold } from './files/names';
import { ofAmber } from './files/refusals';

export class Workspace {
  /** Absolute, with links resolved. */
  readonly root: string;
  /** Absolute paths that no tool enters. */
  readonly denied: readonly string[];

  /**
   * @param path of the folder
   * @param denied absolute paths that no tool enters, wherever they are: Amber's data folder and its list of servers
   * @throws Error in words for the operator if it cannot be a workspace
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

  /** The part of an absolute path below the root; undefined if it is elsewhere. */
  below(path: string): string | undefined {
    if (path === this.root) return '';
    return path.startsWith(this.root + sep) ? path.slice(this.root.length + 1) : undefined;
  }

  /**
   * @param held what is there under the name; absent if nothing is
   * @throws ToolError for what is Amber's own, under whatever name
   */
  async refuse(parent: Held, name: string, held: Held | undefined): Promise<void> {
    const own = await Promise.all(
      this.denied.map(async (path) => {
        const [it, around] = await Promise.all([statOf(path), statOf(dirname(path))]);
        return { it, around, name: fold(basename(path)) };
      }),
    );
    if (isOwn(own, parent.stat, name, held?.stat)) throw ofAmber(name);
  }

  /** What is Amber's own, as it is at this moment. */
  ownNow(): Own[] {
    return this.denied.map((path) => ({
      it: statNow(path),
      around: statNow(dirname(path)),
      name: fold(basename(path)),
    }));
  }

  /** Paths of it below the root, with links resolved. */
  ownBelow(): string[] {
    return this.denied.flatMap((path) => this.below(real(path)) ?? []);
  }

  /** @throws ToolError for a folder that contains something of Amber's own, which must stay where it is */
  async refuseAround(folder: Held, path: string): Promise<void> {
    const around = await Promise.all(this.denied.flatMap(ancestorsOf).map(statOf));
    if (around.some((one) => one && isSame(one, folder.stat))) throw ofAmber(path);
  }
}

/** One of the things that are Amber's own; `it` and `around` are missing if nothing is there. */
export interface Own {
  it: BigIntStats | undefined;
  /** The folder that contains it. */
  around: BigIntStats | undefined;
  /** Folded. */
  name: string;
}

/** Whether an entry of a folder is Amber's own, under whatever name. */
export function isOwn(
  own: readonly Own[],
  folder: BigIntStats,
  name: string,
  found: BigIntStats | undefined,
): boolean {
  return own.some(({ it, around, name: ownName }) => {
    const isIt = it && found && isSame(it, found);
    return isIt || (around && isSame(around, folder) && fold(name) === ownName);
  });
}

function ancestorsOf(path: string): string[] {
  const around = dirname(path);
  return around === path ? [] : [around, ...ancestorsOf(around)];
}

function statOf(path: string): Promise<BigIntStats | undefined> {
  return stat(path, { bigint: true }).catch(() => undefined);
}

function statNow(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
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
