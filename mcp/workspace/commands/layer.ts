/** What a rehearsed command would do, kept in a folder of its own until a person has decided. */

import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from './walk';

/** One path that would be another afterwards: `before` is missing where it is added, `after` where it is deleted. */
export interface Change {
  /** From the workspace. */
  path: string;
  before?: Entry;
  after?: Entry;
  /** A unified diff, where both sides are text, or one is and the other is missing. */
  diff?: string;
  /** Why this cannot be applied, and with it the whole. */
  refused?: string;
}

/** `ready` until Confirm; what is `applying` when the process ends is finished, or taken back, at the next start. */
export type State = 'ready' | 'staging' | 'applying' | 'undoing' | 'done';

/** What a command answered when it was rehearsed. */
export interface Result {
  exit: number;
  stdout: string;
  stderr: string;
  /** More was written than is given. */
  isCut: boolean;
}

export interface Layer {
  id: string;
  workspace: string;
  changes: Change[];
  state: State;
  result: Result;
  /** The process that applies it. */
  by?: number;
}

const NAME = 'layer.json';

/** The folder of a layer; its files stand in `files`, each under the number of its change. */
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

  /** @throws where the name is none that `make` gave */
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

  /** Undefined: the process ended before it was whole, or it is gone. */
  async read(): Promise<Layer | undefined> {
    const text = await readFile(join(this.path, NAME), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as Layer);
  }

  /** In one step, and on the disk before this resolves. */
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
