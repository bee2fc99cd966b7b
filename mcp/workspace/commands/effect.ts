/** The effect of a command: what it left in its overlay layer, compared with the workspace underneath. */
import { createHash } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createTwoFilesPatch } from 'diff';
import type { Change, LayerFolder } from './layer';
import type { Left } from './sandbox';
import type { LayerRecord } from './told';
import { bytesAt, type Entry, entriesBelow, entryAt, hashAt } from './walk';

const MOST_CHANGES = 50_000;
/** In bytes, of a file shown as text; below, in characters, of all diffs together. */
const MOST_TEXT = 256_000;
const MOST_DIFF = 2_000_000;
const DIFF_MS = 1_000;

export class EffectError extends Error {}

/**
 * The changes, each folder before what is in it; empty if nothing would change. Files are copied to the layer's folder.
 * @param startedMs when the command began: what somebody else has changed since then is not overwritten
 * @throws EffectError in that case, and if there are too many changes
 */
export async function effectOf(
  left: Left,
  workspace: string,
  folder: LayerFolder,
  startedMs: number,
): Promise<Change[]> {
  const effect = new Effect(left, workspace, folder, startedMs);
  return effect.collect();
}

class Effect {
  private readonly changes: Change[] = [];
  private readonly written: Set<string>;
  private readonly deleted = new Set<string>();
  private diffs = 0;
  private readonly startedMs: number;
  private readonly left: Left;
  private readonly workspace: string;
  private readonly folder: LayerFolder;

  constructor(left: Left, workspace: string, folder: LayerFolder, startedMs: number) {
    this.startedMs = startedMs;
    this.left = left;
    this.workspace = workspace;
    this.folder = folder;
    this.written = new Set(left.records.map(({ path }) => path));
  }

  async collect(): Promise<Change[]> {
    for (const record of this.left.records) {
      if (record.path === '') await this.root(record);
      else await this.take(record, await entryAt(this.workspace, record.path));
    }
    return this.changes;
  }

  private async root({ mode }: LayerRecord): Promise<void> {
    const before = Number((await lstat(this.workspace)).mode) & 0o7777;
    if (before === mode) return;
    const entry = { kind: 'directory' as const };
    const refused = 'the mode of the workspace itself is not changed';
    this.push({ path: '.', before: { ...entry, mode: before }, after: { ...entry, mode }, refused });
  }

  private async take(record: LayerRecord, before: Entry | undefined): Promise<void> {
    const { kind, path, mode, target } = record;
    if (kind === 'c') return this.delete(path, before);
    if (kind === 'd') return this.directory(record, before);
    if (before?.kind === 'directory') await this.deleteBelow(path);
    if (kind === 'f') return this.file(record, before);
    if (kind === 'l') {
      if (before?.kind === 'link' && before.target === target) return;
      return this.push({
        path,
        ...(before && { before }),
        after: { kind: 'link', mode, target },
        ...outside(path, target),
      });
    }
    this.push({
      path,
      after: { kind: 'other', mode },
      ...(before && { before }),
      refused: 'it is neither a file, a folder nor a link',
    });
  }

  private async directory(record: LayerRecord, before: Entry | undefined): Promise<void> {
    const { path, mode } = record;
    const after: Entry = { kind: 'directory', mode };
    if (before?.kind !== 'directory')
      return this.push({ path, ...(before && { before }), after, ...special(record) });
    // A folder merged from both halves of the overlay has a link count of 1; a re-created one hides the old one.
    const isNew = (await lstat(`${this.left.merged}/${path}`)).nlink !== 1;
    if (before.mode !== mode) this.push({ path, before, after, ...special(record) });
    if (isNew) await this.deleteBelow(path);
  }

  private async file(record: LayerRecord, before: Entry | undefined): Promise<void> {
    const { path, mode } = record;
    const { hash, size } = await this.keep(path, this.folder.file(this.changes.length));
    const known = before?.kind === 'file' ? { ...before, hash: await hashAt(this.workspace, path) } : before;
    if (known?.kind === 'file' && known.hash === hash && known.mode === mode) return;
    const after: Entry = { kind: 'file', mode, size, hash };
    const index = this.changes.length;
    const diff = await this.diff(path, known as Entry | undefined, after, index);
    this.push({
      path,
      ...(known && { before: known as Entry }),
      after,
      ...(diff !== undefined && { diff }),
      ...special(record),
    });
  }

  private async delete(path: string, before: Entry | undefined): Promise<void> {
    if (!before) return;
    const diff = before.kind === 'file' ? await this.diff(path, before, undefined) : undefined;
    this.push({ path, before, ...(diff !== undefined && { diff }) });
    if (before.kind === 'directory') await this.deleteBelow(path);
  }

  private async deleteBelow(path: string): Promise<void> {
    for (const { path: below, entry } of await entriesBelow(this.workspace, path)) {
      // A re-created folder may be inside another such folder.
      if (this.written.has(below) || this.deleted.has(below)) continue;
      this.deleted.add(below);
      const diff = entry.kind === 'file' ? await this.diff(below, entry, undefined) : undefined;
      this.push({ path: below, before: entry, ...(diff !== undefined && { diff }) });
    }
  }

  private push(change: Change): void {
    if ((change.before?.changedMs ?? 0) > this.startedMs) {
      throw new EffectError(
        `${JSON.stringify(change.path)} was changed by somebody else while the command ran. Nothing was done.`,
      );
    }
    this.changes.push(change);
    if (this.changes.length > MOST_CHANGES) {
      throw new EffectError(`The command would change more than ${MOST_CHANGES} files. Nothing was changed.`);
    }
  }

  /** Copies a file of the layer, to which nothing writes any more. */
  private async keep(path: string, to: string): Promise<{ hash: string; size: number }> {
    const handle = await open(`${this.left.upper}/${path}`, constants.O_RDONLY | constants.O_NOFOLLOW);
    const hash = createHash('sha256');
    let size = 0;
    const source = handle.createReadStream();
    source.on('data', (chunk) => {
      hash.update(chunk);
      size += chunk.length;
    });
    await pipeline(source, createWriteStream(to, { mode: 0o600 }));
    return { hash: hash.digest('hex'), size };
  }

  private async diff(
    path: string,
    before: Entry | undefined,
    after: Entry | undefined,
    index = 0,
  ): Promise<string | undefined> {
    if (this.diffs > MOST_DIFF) return undefined;
    const isText = (entry: Entry | undefined) => entry?.kind === 'file' && (entry.size ?? 0) <= MOST_TEXT;
    if ((before && !isText(before)) || (after && !isText(after))) return undefined;
    const old = before ? textOf(await bytesAt(this.workspace, path, MOST_TEXT)) : '';
    const now = after ? textOf(await bytesAt(`${this.folder.path}/files`, String(index), MOST_TEXT)) : '';
    if (old === undefined || now === undefined || old === now) return undefined;
    const [from, to] = [before ? path : '/dev/null', after ? path : '/dev/null'];
    const diff = createTwoFilesPatch(from, to, old, now, undefined, undefined, { timeout: DIFF_MS });
    this.diffs += diff?.length ?? 0;
    return diff;
  }
}

function textOf(bytes: Buffer | undefined): string | undefined {
  if (!bytes || bytes.includes(0)) return undefined;
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

/** Refused: setuid and setgid files. */
function special({ kind, mode }: LayerRecord): { refused?: string } {
  return kind === 'f' && mode & 0o6000 ? { refused: 'it would run as its owner or group' } : {};
}

function outside(path: string, target: string): { refused?: string } {
  let depth = path.split('/').length - 1;
  for (const part of target.split('/')) {
    if (part === '..') depth -= 1;
    else if (part !== '' && part !== '.') depth += 1;
    if (depth < 0) break;
  }
  const leaves = target.startsWith('/') || depth < 0;
  return leaves ? { refused: `it is a link that leaves the workspace, to ${JSON.stringify(target)}` } : {};
}
