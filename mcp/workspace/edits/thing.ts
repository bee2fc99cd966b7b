/** What is at a place, as a card says what will be deleted or moved. */
import { readdir } from 'node:fs/promises';
import type { Preview } from '../../define-tool';
import { ToolError } from '../../serving/answer';
import { line } from '../../what-goes';
import { hashOf, readBytes, textOf } from '../files/text-file';
import { type Place, shown } from '../files/walk';
import type { Workspace } from '../workspace';
import { differenceOf } from './difference';

interface Thing extends Preview {
  kind: 'file' | 'folder' | 'link';
}

interface Options {
  /** A folder need not be empty. */
  holdsAnything?: boolean;
}

/** @throws ToolError if nothing is there, or it must stay */
export async function thingAt(
  workspace: Workspace,
  place: Place,
  signal: AbortSignal,
  what: string,
  { holdsAnything = false }: Options = {},
): Promise<Thing> {
  const { target, path } = place;
  if (!target) throw new ToolError(`There is no ${shown(path)}.`);
  if (place.name === '') throw new ToolError('The workspace itself stays where it is.');
  if (target.stat.isSymbolicLink())
    return { kind: 'link', lines: [line(what, path), line('', 'a link, without what it leads to')] };
  if (target.stat.isDirectory()) {
    await workspace.refuseAround(target, path);
    const { length } = await readdir(target.at);
    if (length > 0 && !holdsAnything)
      throw new ToolError(`${shown(path)} holds ${length} entries. Delete those first, one by one.`);
    return { kind: 'folder', lines: [line(what, path), line('', `a folder with ${length} entries`)] };
  }
  const bytes = await readBytes(place, signal);
  const said = line('', `${bytes.length} bytes, SHA-256 ${hashOf(bytes)}`);
  return { kind: 'file', lines: [line(what, path), said], ...(!holdsAnything && textDiff(path, bytes)) };
}

function textDiff(path: string, bytes: Buffer): Pick<Preview, 'diffs'> {
  try {
    return { diffs: [differenceOf(path, textOf(bytes, path).text, undefined)] };
  } catch {
    return {};
  }
}
