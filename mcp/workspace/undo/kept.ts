/**
 * What was there before a call changed it, kept by hash outside the workspace before anything is done, so that the call
 * can be taken back. A record kept for a call that never did anything takes nothing back.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesAt, type Entry, entriesBelow, entryAt } from '../commands/walk';

/**
 * One side of a change: enough to tell it from others and, for files, to restore it. Without a mode, any mode matches.
 */
export interface Side {
  kind: Entry['kind'];
  mode?: number;
  /** Files: the first half of a SHA-256. */
  hash?: string;
  /** Links: where they point. */
  target?: string;
}

/** For one path: `before` is absent if nothing was there, `after` if nothing is there afterwards. */
export interface KeptChange {
  path: string;
  before?: Side;
  after?: Side;
}

/** What a call is about to make of a path: nothing, a file or folder, or what is at another path now. */
export interface Effect {
  path: string;
  after?: Side | { movedFrom: string };
}

/**
 * Bytes of one call, and entries of one moved folder; beyond this nothing is kept, and the call cannot be taken back.
 */
const MOST_BYTES = 128_000_000;
const MOST_ENTRIES = 2_000;
/** After this, nothing can be taken back. */
const KEPT_MS = 30 * 24 * 3_600_000;
const OURS = /^[\w-]{1,100}$/;

export class Kept {
  private readonly folder: string;
  private readonly root: string;

  constructor(folder: string, root: string) {
    this.folder = folder;
    this.root = root;
  }

  /**
   * Keeps what is there now. Must be called before anything is done.
   * @returns whether the call can be taken back
   */
  async keep(callId: string, effects: readonly Effect[]): Promise<boolean> {
    if (!OURS.test(callId)) return false;
    const spread = await this.spread(effects);
    let room = MOST_BYTES;
    const before = new Map<string, Side | undefined>();
    for (const { path } of spread ?? []) {
      const entry = await entryAt(this.root, path);
      const bytes = entry?.kind === 'file' ? await bytesAt(this.root, path, room) : undefined;
      if (entry?.kind === 'other' || (entry?.kind === 'file' && !bytes)) return false;
      room -= bytes?.length ?? 0;
      before.set(path, entry && sideOf(entry, bytes && (await this.put(bytes))));
    }
    if (!spread) return false;
    const changes = spread.map(({ path, after }): KeptChange => {
      const was = before.get(path);
      // What is moved stays what it was, at its new place.
      const found = after && 'movedFrom' in after ? before.get(after.movedFrom) : after;
      // An overwritten file keeps its mode.
      const is =
        found?.kind === 'file' && was?.kind === 'file'
          ? { ...(was.mode !== undefined && { mode: was.mode }), ...found }
          : found;
      return { path, ...(was && { before: was }), ...(is && { after: is }) };
    });
    await this.write(`calls/${callId}`, JSON.stringify({ workspace: this.root, changes }));
    return true;
  }

  /** Undefined if nothing is kept for this call. */
  async read(callId: string): Promise<KeptChange[] | undefined> {
    if (!OURS.test(callId)) return undefined;
    const text = await readFile(join(this.folder, 'calls', callId), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const { workspace, changes } = JSON.parse(text) as { workspace: string; changes: KeptChange[] };
    return workspace === this.root ? changes : undefined;
  }

  /** @throws if they are gone */
  bytes(hash: string): Promise<Buffer> {
    return readFile(join(this.folder, 'bytes', hash));
  }

  /** Adds everything inside folders that move; undefined if that is too much. */
  private async spread(effects: readonly Effect[]): Promise<Effect[] | undefined> {
    const all = [...effects];
    for (const { path, after } of effects) {
      if (!after || !('movedFrom' in after)) continue;
      const { movedFrom } = after;
      if ((await entryAt(this.root, movedFrom))?.kind !== 'directory') continue;
      for (const { path: below } of (await entriesBelow(this.root, movedFrom)).slice(0, MOST_ENTRIES + 1)) {
        all.push(
          { path: below },
          { path: path + below.slice(movedFrom.length), after: { movedFrom: below } },
        );
      }
      if (all.length > 2 * MOST_ENTRIES) return undefined;
    }
    return all;
  }

  private async put(bytes: Buffer): Promise<string> {
    const hash = halfHash(bytes);
    const now = new Date();
    const isThere = await utimes(join(this.folder, 'bytes', hash), now, now).then(
      () => true,
      () => false,
    );
    if (!isThere) await this.write(`bytes/${hash}`, bytes);
    return hash;
  }

  /** Atomic: written completely or not at all. */
  private async write(name: string, content: Buffer | string): Promise<void> {
    const at = join(this.folder, name);
    await mkdir(join(at, '..'), { recursive: true, mode: 0o700 });
    await writeFile(`${at}.new`, content, { mode: 0o600 });
    await rename(`${at}.new`, at);
  }
}

export function halfHash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

export function sideOf({ kind, mode, target }: Entry, hash?: string): Side {
  return { kind, mode, ...(target !== undefined && { target }), ...(hash !== undefined && { hash }) };
}

/** Deletes what is too old to be taken back. */
export async function tidy(folder: string): Promise<void> {
  for (const kind of ['calls', 'bytes']) {
    for (const name of await readdir(join(folder, kind)).catch(() => [])) {
      const at = join(folder, kind, name);
      const { mtimeMs } = await stat(at).catch(() => ({ mtimeMs: Date.now() }));
      if (Date.now() - mtimeMs > KEPT_MS) await rm(at, { force: true });
    }
  }
}
