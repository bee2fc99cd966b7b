/** How large a GIF is when drawn, and whether it is animated. Nothing is decoded. */
import type { Picture } from './picture-facts';

/** Minimum size of the first block of these extensions: some browsers read this many bytes whatever length it declares. */
const LEAST: Record<number, number> = { 1: 12, 249: 4, 255: 11 };

export function gif(bytes: Buffer): Picture | undefined {
  if (bytes.length < 13 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined;
  const screen = { right: bytes.readUInt16LE(6), bottom: bytes.readUInt16LE(8) };
  const { count, right, bottom } = framesOf(bytes, 13 + colours(bytes[10] ?? 0), screen);
  if (count === 0) return undefined;
  // Browsers enlarge the screen to the first frame, and differ in what they do with later frames that do not fit.
  return { mimeType: 'image/gif', width: right, height: bottom, animated: count > 1 };
}

/** Bytes of a colour table. */
const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0);

/** Counts the frames, and the pixels they take together with the screen. Nothing if a frame could be read in two ways. */
function framesOf(bytes: Buffer, from: number, screen: { right: number; bottom: number }) {
  const all = { count: 0, ...screen };
  let at = from;
  for (let kind = bytes[at]; kind === 0x21 || kind === 0x2c; kind = bytes[at]) {
    if (kind === 0x21) {
      const least = LEAST[bytes[at + 1] ?? 0] ?? 0;
      if ((bytes[at + 2] ?? 0) < least) return { ...all, count: 0 };
      at = afterBlocks(bytes, at + 2);
      continue;
    }
    if (at + 10 > bytes.length) break;
    const [left, top] = [bytes.readUInt16LE(at + 1), bytes.readUInt16LE(at + 3)];
    all.count += 1;
    all.right = Math.max(all.right, left + bytes.readUInt16LE(at + 5));
    all.bottom = Math.max(all.bottom, top + bytes.readUInt16LE(at + 7));
    at = afterBlocks(bytes, at + 11 + colours(bytes[at + 9] ?? 0));
  }
  return all;
}

/** The position after a sequence of blocks, each with a length byte, ended by an empty one. */
function afterBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes[at]; length; length = bytes[at]) at += 1 + length;
  return at + 1;
}
