/**
 * Takes calls back, newest first: if every path still is what the call left there, each is restored to what it was
 * before; if one is not, nothing is done. The changes form one layer, applied like a command's: all or nothing, even if
 * the process is killed.
 */
import { writeFile } from 'node:fs/promises';
import { ToolError } from '../../serving/answer';
import { type Change, LayerFolder } from '../commands/layer';
import { bytesAt, type Entry, entryAt, hashAt } from '../commands/walk';
import { differenceOf } from '../edits/difference';
import type { Kept, KeptChange, Side } from './kept';

/** In bytes, of a file whose diff is shown. */
const MOST_TEXT = 256_000;
const NOTHING = { exit: 0, stdout: '', stderr: '', isCut: false };

/**
 * What taking these calls back would change now.
 * @param callIds newest first
 * @throws ToolError if something has changed since, or there is nothing to take back
 */
export async function plan(kept: Kept, root: string, callIds: readonly string[]): Promise<Change[]> {
  const now = new Map<string, Entry | undefined>();
  const then = new Map<string, Side | undefined>();
  const look = async (path: string) => {
    if (!now.has(path)) now.set(path, await withHash(root, path));
    return then.has(path) ? then.get(path) : now.get(path);
  };
  let isKnown = false;
  for (const callId of callIds) {
    const changes = await kept.read(callId);
    if (!changes) continue;
    isKnown = true;
    const state = await stateOf(changes, look);
    if (state !== undefined)
      throw new ToolError(`${JSON.stringify(state)} has changed since. Nothing was taken back.`);
    if (await isEvery(changes, 'before', look)) continue;
    for (const { path, before } of changes) then.set(path, before);
  }
  if (!isKnown) throw new ToolError('Nothing is kept of that, so that it cannot be taken back.');
  const changed = [...then]
    .filter(([path, side]) => !matches(now.get(path), side))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  if (changed.length === 0) throw new ToolError('It is as it was before. There is nothing to be taken back.');
  return Promise.all(changed.map(([path, side]) => changeOf(kept, root, path, now.get(path), side)));
}

/**
 * Creates the layer that does it.
 * @returns its id, for `apply`
 */
export async function layerOf(
  kept: Kept,
  root: string,
  journals: string,
  changes: readonly Change[],
): Promise<string> {
  const folder = await LayerFolder.make(journals);
  for (const [index, { after }] of changes.entries()) {
    if (after?.kind === 'file')
      await writeFile(folder.file(index), await kept.bytes(after.hash ?? ''), { mode: 0o600 });
  }
  await folder.write({
    id: folder.id,
    workspace: root,
    changes: [...changes],
    state: 'ready',
    result: NOTHING,
  });
  return folder.id;
}

type Look = (path: string) => Promise<Side | undefined>;

/**
 * The first path that is not as the call left it; undefined if all paths are as the call left them, or all as they were
 * before.
 */
async function stateOf(changes: readonly KeptChange[], look: Look): Promise<string | undefined> {
  if ((await isEvery(changes, 'after', look)) || (await isEvery(changes, 'before', look))) return undefined;
  for (const { path, after } of changes) if (!matches(await look(path), after)) return path;
  return undefined;
}

async function isEvery(
  changes: readonly KeptChange[],
  side: 'before' | 'after',
  look: Look,
): Promise<boolean> {
  for (const change of changes) if (!matches(await look(change.path), change[side])) return false;
  return true;
}

export function matches(now: Side | undefined, side: Side | undefined): boolean {
  if (!now || !side) return now === side;
  const isMode =
    now.mode === undefined || side.mode === undefined || now.mode === side.mode || now.kind === 'link';
  return now.kind === side.kind && now.hash === side.hash && now.target === side.target && isMode;
}

/** What is at a path, with the half of its hash that is kept. */
export async function withHash(root: string, path: string): Promise<Entry | undefined> {
  const entry = await entryAt(root, path);
  const hash = entry?.kind === 'file' ? await hashAt(root, path) : undefined;
  return entry && { ...entry, ...(hash !== undefined && { hash: hash.slice(0, 32) }) };
}

async function changeOf(
  kept: Kept,
  root: string,
  path: string,
  now: Entry | undefined,
  side: Side | undefined,
): Promise<Change> {
  const bytes = side?.kind === 'file' ? await bytesOf(kept, side) : undefined;
  const after = side && { ...side, mode: side.mode ?? 0o644, ...(bytes && { size: bytes.length }) };
  const diff = await diffOf(root, path, now, bytes);
  return { path, ...(now && { before: now }), ...(after && { after }), ...(diff !== undefined && { diff }) };
}

async function bytesOf(kept: Kept, { hash = '' }: Side): Promise<Buffer> {
  try {
    return await kept.bytes(hash);
  } catch {
    throw new ToolError('What stood there is not kept any more, so that it cannot be taken back.');
  }
}

async function diffOf(root: string, path: string, now: Entry | undefined, then: Buffer | undefined) {
  if ((now && now.kind !== 'file') || (now?.size ?? 0) > MOST_TEXT || (then?.length ?? 0) > MOST_TEXT)
    return undefined;
  const old = now && (await bytesAt(root, path, MOST_TEXT));
  if ((now && !old) || old?.includes(0) || then?.includes(0)) return undefined;
  return differenceOf(path, old?.toString(), then?.toString()).text;
}
