/** What a rehearsed command would change, kept in a folder of its own until a person has decided. */

import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from './walk';

/** One path that would change: `before` is missing if it is added, `after` if it is deleted. */
export interface Change {
  /** Relative to the workspace. */
  path: string;
  before?: Entry;
  after?: Entry;
  /** A unified diff, if both sides are text, or one is text and the other is missing. */
  diff?: string;
  /** Why this change, and with it the whole layer, cannot be applied. */
  refused?: string;
}

/** `ready` until Confirm; a layer found `applying` at the next start is finished or rolled back. */
export type State = 'ready' | 'staging' | 'applying' | 'undoing' | 'done';

/** What a command answered when it was rehearsed. */
export interface Result {
  exit: number;
  stdout: string;
  stderr: string;
  /** It wrote more than is kept. */
  isCut: boolean;
}

export interface Layer {
  id: string;
  workspace: string;
  changes: Change[];
  state: State;
  result: Result;
  /** The process that is applying it. */
  by?: number;
}

const NAME = 'layer.json';

/** The folder of a layer; its files are in `files`, each named by the number of its change. */
export class LayerFolder {
  readonly path: string;
  private constructor(path: string) {
    this.path = path;
  }

  static async make(journals: string): Promise<LayerFolder & { id: string }> {
    const id = randomBytes(12).toString('hex');
    const folder = new LayerFolder(join(journals, id));
    await mkdir(join(folder.path, 'files'), { recursive: true, mode: 0o700 });
    return Object.assign(folder, { id });
  }

  /** @throws for a name that `make` did not give */
  static of(journals: string, id: string): LayerFolder {
    if (!/^[0-9a-f]{24}$/.test(id)) throw new Error('not the name of a layer');
    return new LayerFolder(join(journals, id));
  }

  static async all(journals: string): Promise<string[]> {
    const names = await readdir(journals).catch(() => []);
    return names.filter((name) => /^[0-9a-f]{24}$/.test(name));
  }

  file(index: number): string {
    return join(this.path, 'files', String(index));
  }

  /** Undefined: it was never completed, or is gone. */
  async read(): Promise<Layer | undefined> {
    const text = await readFile(join(this.path, NAME), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as Layer);
  }

  /** Atomic, and on the disk before this resolves. */
  async write(layer: Layer): Promise<void> {
    const temporary = join(this.path, `${NAME}.new`);
    const handle = await open(temporary, 'w', 0o600);
    try {
      await handle.writeFile(JSON.stringify(layer));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, join(this.path, NAME));
    const folder = await open(this.path);
    await folder.sync().finally(() => folder.close());
  }

  /** Since it was written last. */
  async ageMs(): Promise<number> {
    return Date.now() - (await stat(join(this.path, NAME))).mtimeMs;
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}
