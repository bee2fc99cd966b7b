/**
 * What a picture's first bytes say of it. Only the four formats that the page shows; of anything that is not clearly one
 * of them nothing is known. Nothing is decoded: a picture of a few kB may claim to be a wall.
 */

import { gif } from './gif';
import type { Picture } from './picture-facts';
import { webp } from './webp';

/** @returns nothing when the bytes are no such picture, or end before they have told its size */
export function pictureOf(bytes: Buffer): Picture | undefined {
  const found = png(bytes) ?? jpeg(bytes) ?? gif(bytes) ?? webp(bytes);
  return found && found.width > 0 && found.height > 0 ? found : undefined;
}

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

function png(bytes: Buffer): Picture | undefined {
  if (bytes.length < 33 || ascii(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n') return undefined;
  if (bytes.readUInt32BE(8) !== 13 || ascii(bytes, 12, 16) !== 'IHDR') return undefined;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return { mimeType: 'image/png', width, height, animated: isAnimatedPng(bytes) };
}

/** The chunk that says so stands before the picture's data. */
function isAnimatedPng(bytes: Buffer): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = ascii(bytes, at + 4, at + 8);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
  }
  return false;
}

/** What may stand before the frame, each with a length of its own: tables, applications' words and comments. */
const isSegment = (marker: number) =>
  [0xc4, 0xcc, 0xdb, 0xdc, 0xdd, 0xfe].includes(marker) || (marker >= 0xe0 && marker <= 0xef);

/** Any other marker before the frame has no length, or none that all readers agree on: what follows it could be read in two ways. */
function jpeg(bytes: Buffer): Picture | undefined {
  if (ascii(bytes, 0, 3) !== '\xff\xd8\xff') return undefined;
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // The frame's header, of whatever way of coding; three of these numbers mean something else.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return { mimeType: 'image/jpeg', width, height, animated: false };
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || !isSegment(marker)) return undefined;
    at += 2 + length;
  }
  return undefined;
}
