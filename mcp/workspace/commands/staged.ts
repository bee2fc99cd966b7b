/**
 * The steps of applying a layer. How far an apply got can be told from the disk alone, so each step can be repeated or
 * undone.
 */
import { constants } from 'node:fs';
import {
  chmod,
  chown,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  rename,
  rm,
  rmdir,
  symlink,
  unlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Change, Layer, LayerFolder } from './layer';
import { codeOf, type Entry, entriesBelow, entryAt, entryIn, inFolderOf, unlessGone } from './walk';

/** Called before each change of the disk. */
export type OnStep = () => void;
/** Thrown by tests, as if the process had died. */
export class Interrupted extends Error {}

type Numbered = Change & { index: number };
const OWNER_ALL = 0o700;

export class Staged {
  /** Inside the workspace, so that all moves stay within one file system. */
  private readonly stage: string;
  private readonly root: string;
  private readonly removals: Numbered[];
  private readonly puts: Numbered[];
  private readonly madeFolders: Numbered[];
  private readonly keptFolders: Numbered[];
  private readonly layer: Layer;
  private readonly folder: LayerFolder;
  private readonly onStep: OnStep;

  constructor(layer: Layer, folder: LayerFolder, onStep: OnStep) {
    this.layer = layer;
    this.folder = folder;
    this.onStep = onStep;
    this.root = layer.workspace;
    this.stage = `.amber-apply-${layer.id}`;
    const all = layer.changes.map((change, index) => ({ ...change, index }));
    const isFolder = (entry: Entry | undefined) => entry?.kind === 'directory';
    const goes = all.filter(({ before, after }) => before && !(isFolder(before) && isFolder(after)));
    const folders = new Set(goes.filter(({ before }) => isFolder(before)).map(({ path }) => path));
    this.removals = goes.filter(({ path }) => !ancestorsOf(path).some((one) => folders.has(one)));
    this.puts = all.filter(({ after }) => after?.kind === 'file' || after?.kind === 'link');
    this.madeFolders = all.filter(({ before, after }) => isFolder(after) && !isFolder(before));
    this.keptFolders = all.filter(({ before, after }) => isFolder(after) && isFolder(before));
  }

  /** Writes all new files to the stage, so that only moves remain: if the disk is full, it fails here. */
  async prepare(): Promise<void> {
    await this.remove();
    this.onStep();
    await mkdir(join(this.root, this.stage), { mode: OWNER_ALL });
    for (const name of ['new', 'old']) await mkdir(join(this.root, this.stage, name));
    for (const { index, after, before } of this.puts) {
      this.onStep();
      await this.inStage('new', index, (at) => this.write(at, index, after, before));
    }
  }

  /** @returns why it cannot be done; the caller must then undo it */
  async forward(): Promise<string | undefined> {
    try {
      for (const change of this.keptFolders)
        await this.setMode(change.path, (change.after?.mode ?? 0) | OWNER_ALL);
      for (const change of this.removals) await this.moveAway(change);
      for (const { path } of this.madeFolders) await this.make(path);
      for (const change of this.puts) await this.put(change);
      for (const { path, after } of [...this.madeFolders, ...this.keptFolders].reverse()) {
        await this.setMode(path, after?.mode ?? OWNER_ALL);
      }
      return undefined;
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      return error instanceof Changed ? error.message : `It cannot be written: ${(error as Error).message}.`;
    }
  }

  /** @throws if somebody else has put something in the way */
  async back(): Promise<void> {
    for (const change of this.puts.toReversed()) await this.takeOut(change);
    for (const { path } of this.madeFolders.toReversed()) {
      if ((await entryAt(this.root, path))?.kind !== 'directory') continue;
      this.onStep();
      // What somebody else has put there stays, and so does its folder.
      await this.at(path, (at) => rmdir(at)).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOTEMPTY') throw error;
      });
    }
    for (const { path, index } of this.removals.toReversed()) {
      if (!(await this.staged('old', index))) continue;
      if (await entryAt(this.root, path)) throw new Changed(path);
      this.onStep();
      await this.inStage('old', index, (old) => this.at(path, (at) => rename(old, at)));
    }
    for (const { path, before } of this.keptFolders.toReversed())
      await this.setMode(path, before?.mode ?? OWNER_ALL);
  }

  async remove(): Promise<void> {
    for (const { path, entry } of await entriesBelow(this.root, this.stage)) {
      if (entry.kind === 'directory') await this.setMode(path, entry.mode | OWNER_ALL);
    }
    await rm(join(this.root, this.stage), { recursive: true, force: true });
  }

  private async write(
    at: string,
    index: number,
    after: Entry | undefined,
    before: Entry | undefined,
  ): Promise<void> {
    if (after?.kind === 'link') return symlink(after.target ?? '', at);
    await copyFile(this.folder.file(index), at, constants.COPYFILE_EXCL);
    // Only root may give files away; then a replaced file keeps its owner.
    if (before && process.getuid?.() === 0) {
      const old = await this.at(this.layer.changes[index]?.path ?? '', (path) => lstat(path)).catch(
        unlessGone,
      );
      if (old) await chown(at, old.uid, old.gid);
    }
    await chmod(at, after?.mode ?? 0o600);
    const handle = await open(at).catch(() => undefined);
    await handle?.sync().finally(() => handle.close());
  }

  private async moveAway(change: Numbered): Promise<void> {
    const { path, index } = change;
    if (!(await this.staged('old', index))) {
      if (!(await entryAt(this.root, path))) throw new Changed(path);
      this.onStep();
      await this.inStage('old', index, (old) => this.at(path, (at) => rename(at, old)));
    }
    await this.assertAsSeen(change);
  }

  /** Checks that what was moved away is what the person saw, with everything below it and nothing else. */
  private async assertAsSeen({ path, before, index }: Numbered): Promise<void> {
    const there = await this.staged('old', index);
    if (!there || !isSame(there, before)) throw new Changed(path);
    if (there.kind !== 'directory') return;
    const seen = new Map(
      this.layer.changes.flatMap((change) => (change.before ? [[change.path, change.before] as const] : [])),
    );
    const below = await entriesBelow(this.root, `${this.stage}/old/${index}`);
    for (const { path: moved, entry } of below) {
      const name = `${path}${moved.slice(`${this.stage}/old/${index}`.length)}`;
      if (!isSame(entry, seen.get(name))) throw new Changed(name);
    }
    const count = [...seen.keys()].filter((one) => one.startsWith(`${path}/`)).length;
    if (count !== below.length) throw new Changed(path);
  }

  private async make(path: string): Promise<void> {
    if ((await entryAt(this.root, path))?.kind === 'directory') return;
    this.onStep();
    await this.at(path, (at) => mkdir(at, OWNER_ALL));
  }

  /** Hard-links rather than renames, so that nothing that has appeared there meanwhile is overwritten. */
  private async put({ path, index }: Numbered): Promise<void> {
    const made = await this.staged('new', index);
    if (!made) return;
    const there = await entryAt(this.root, path);
    this.onStep();
    if (!there || there.stamp !== made.stamp) {
      await this.inStage('new', index, (from) => this.at(path, (at) => link(from, at)));
      this.onStep();
    }
    await this.inStage('new', index, (from) => unlink(from));
  }

  private async takeOut({ path, index, after }: Numbered): Promise<void> {
    const made = await this.staged('new', index);
    const there = await entryAt(this.root, path);
    if (!there) return;
    if (made) {
      if (there.stamp !== made.stamp) return;
      this.onStep();
      await this.at(path, (at) => unlink(at));
      return;
    }
    const isOurs = there.kind === after?.kind && there.mode === after.mode && there.size === after.size;
    if (!isOurs) throw new Changed(path);
    this.onStep();
    await this.inStage('new', index, (to) => this.at(path, (at) => rename(at, to)));
  }

  private async setMode(path: string, mode: number): Promise<void> {
    const there = await entryAt(this.root, path);
    if (there?.kind !== 'directory' || there.mode === mode) return;
    this.onStep();
    // Through the held folder, whatever its name refers to by now.
    await inFolderOf(this.root, `${path}/_`, (folder) => chmod(`${folder}/.`, mode));
  }

  private async staged(half: 'new' | 'old', index: number): Promise<Entry | undefined> {
    return inFolderOf(this.root, `${this.stage}/${half}/${index}`, (folder, name) => entryIn(folder, name));
  }

  private inStage<Result>(
    half: 'new' | 'old',
    index: number,
    use: (at: string) => Promise<Result>,
  ): Promise<Result> {
    return this.at(`${this.stage}/${half}/${index}`, use);
  }

  /** @throws Changed if the folder is gone */
  private async at<Result>(path: string, use: (at: string) => Promise<Result>): Promise<Result> {
    const result = await inFolderOf(this.root, path, async (folder, name) => ({
      of: await use(`${folder}/${name}`),
    }));
    if (!result) throw new Changed(path);
    return result.of;
  }
}

class Changed extends Error {
  constructor(path: string) {
    super(`${JSON.stringify(path)} has changed meanwhile.`);
  }
}

function isSame(one: Entry, other: Entry | undefined): boolean {
  return one.kind === other?.kind && one.stamp === other.stamp && one.mode === other.mode;
}

function ancestorsOf(path: string): string[] {
  const names = path.split('/');
  return names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'));
}
