/**
 * Recognises a git index that was merely refreshed. `git diff` and some other commands rewrite the index when only
 * times and inode numbers of files differ from it, as they do in a layer; nothing that anybody asked for changes by
 * that.
 */
import type { Change } from './layer';
import { bytesAt } from './walk';

const MOST_BYTES = 16_000_000;
const HEADER = 12;
const NAMED_VERSIONS = [2, 3];
/** Offsets within an entry: times, device and inode; mode; owner and size; hash of the contents and flags; name. */
const [MODE_AT, OWNER_AT, CONTENTS_AT, NAME_AT] = [24, 28, 40, 62];
const EXTENDED = 0x4000;
/** The index ends with the SHA-1 of everything before it, or with nothing but NUL. */
const SUM = 20;
/**
 * Extensions that git recreates by itself if they are missing; every other extension carries information about the
 * entries.
 */
const REMEMBERED = ['TREE', 'UNTR', 'FSMN', 'EOIE', 'IEOT'];
const EXTENSION_HEADER = 8;

/**
 * Whether the only change is such an index: the same entries as before, except for what was read from the disk about
 * their files.
 * @param after the folder of the layer that holds the file as changed
 */
export async function isOnlyRefreshedIndex(
  changes: Change[],
  workspace: string,
  after: string,
): Promise<boolean> {
  const [change, ...others] = changes;
  if (!change || others.length > 0 || !/(^|\/)\.git\/index$/.test(change.path)) return false;
  const { before, after: left } = change;
  if (before?.kind !== 'file' || left?.kind !== 'file' || before.mode !== left.mode) return false;
  const entries = entriesOf(await bytesAt(workspace, change.path, MOST_BYTES));
  return entries !== undefined && entries === entriesOf(await bytesAt(`${after}/files`, '0', MOST_BYTES));
}

/**
 * What an index says of each file, without what was read from the disk; undefined if it has a format that is not parsed
 * here.
 */
function entriesOf(index: Buffer | undefined): string | undefined {
  if (!index || index.length < HEADER || index.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  if (!NAMED_VERSIONS.includes(index.readUInt32BE(4))) return undefined;
  const told: string[] = [];
  let at = HEADER;
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    if (at + NAME_AT > index.length) return undefined;
    const isExtended = (index.readUInt16BE(at + NAME_AT - 2) & EXTENDED) !== 0;
    const end = index.indexOf(0, at + NAME_AT + (isExtended ? 2 : 0));
    if (end < 0) return undefined;
    told.push(
      index.toString('latin1', at + MODE_AT, at + OWNER_AT) + index.toString('latin1', at + CONTENTS_AT, end),
    );
    // Each entry is padded with one to eight NUL, to a multiple of eight.
    at += (Math.floor((end - at) / 8) + 1) * 8;
  }
  const behind = extensionsOf(index, at);
  return behind && [...told, ...behind].join('\0\0');
}

/** Undefined if they do not end where they should: with SHA-256, hashes and checksum are longer. */
function extensionsOf(index: Buffer, from: number): string[] | undefined {
  const end = index.length - SUM;
  const told: string[] = [];
  let at = from;
  while (at + EXTENSION_HEADER <= end) {
    const next = at + EXTENSION_HEADER + index.readUInt32BE(at + 4);
    const name = index.toString('latin1', at, at + 4);
    if (!REMEMBERED.includes(name)) told.push(index.toString('latin1', at, next));
    at = next;
  }
  return at === end ? told : undefined;
}
