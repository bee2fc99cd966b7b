/**
 * What a picture's first bytes say about it. Only the four formats that the page shows; anything that is not clearly
 * one of them counts as unknown. Nothing is decoded: a picture of a few kB may declare enormous sides.
 */

import { gif } from './gif';
import type { Picture } from './picture-facts';
import { webp } from './webp';

/** @returns nothing if the bytes are no such picture, or end before its size */
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

/** The animation chunk comes before the image data. */
function isAnimatedPng(bytes: Buffer): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = ascii(bytes, at + 4, at + 8);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
  }
  return false;
}

/** Segments that may come before the frame header, each with its length: tables, application data and comments. */
const isSegment = (marker: number) =>
  [0xc4, 0xcc, 0xdb, 0xdc, 0xdd, 0xfe].includes(marker) || (marker >= 0xe0 && marker <= 0xef);

/**
 * Any other marker before the frame has no length, or none that all readers agree on, so what follows could be read in
 * two ways.
 */
function jpeg(bytes: Buffer): Picture | undefined {
  if (ascii(bytes, 0, 3) !== '\xff\xd8\xff') return undefined;
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // The frame header, for every coding; three of the numbers in this range mean something else.
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
