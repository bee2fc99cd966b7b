/** Small real files of each kind, and some with false headers. */
import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one colour that a browser can render; the `claimed` dimensions may differ from the real ones. */
export function pngOf(width: number, height: number, claimed = { width, height }): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(claimed.width, 0);
  header.writeUInt32BE(claimed.height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([0x2f, 0x6f, 0xa8]))]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

/** A PNG that declares itself animated. */
export function movingPngOf(width: number, height: number): Buffer {
  const still = pngOf(width, height);
  return Buffer.concat([still.subarray(0, 33), chunk('acTL', Buffer.alloc(8)), still.subarray(33)]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A GIF of one pixel with this many frames. */
export function gifOf(frames: number): Buffer {
  const head = Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00', 'latin1');
  const delay = Buffer.from('!\xf9\x04\x00\x0a\x00\x00\x00', 'latin1');
  const frame = Buffer.from(',\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00', 'latin1');
  const all = Array.from({ length: frames }, () => Buffer.concat([delay, frame]));
  return Buffer.concat([head, ...all, Buffer.from(';')]);
}

/** A tenth of a second of silence. */
export function wavOf(): Buffer {
  const [rate, samples] = [8_000, 800];
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 0x80)]);
}

/** JPEG and WebP of a few pixels. */
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
);
export const WEBP = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');

const sidesAt = (bytes: Buffer, at: number, side: number) => {
  bytes.writeUInt16BE(side, at);
  bytes.writeUInt16BE(side, at + 2);
  return bytes;
};
/** A frame header for 16 by 16 pixels, as in a JPEG. */
const STAMP = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 16, 0, 16, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);

/**
 * A very large JPEG, preceded by bytes that some parsers read as a marker without a length. A parser that reads a
 * length after it jumps into a comment, to the header of a tiny image.
 */
export function wallOf(marker: readonly number[]): Buffer {
  const frame = JPEG.indexOf(Buffer.from([0xff, 0xc2]));
  const wall = sidesAt(Buffer.from(JPEG), frame + 5, 12_000);
  const first = comment(60_000);
  const second = comment(8_000);
  // The length that is read from the first bytes of the first comment: 0xfffe.
  const jump = 2 + marker.length + 0xfffe;
  STAMP.copy(second, jump - (2 + marker.length + first.length));
  return Buffer.concat([wall.subarray(0, 2), Buffer.from(marker), first, second, wall.subarray(2)]);
}

function comment(length: number): Buffer {
  const bytes = Buffer.alloc(2 + length);
  bytes.set([0xff, 0xfe]);
  bytes.writeUInt16BE(length, 2);
  return bytes;
}

/** A WebP with a canvas of one pixel, and on it an image with sides of `side`: alone, or as a frame of an animation. */
export function webpOf(side: number, isFrame = false): Buffer {
  const drawn = Buffer.from(WEBP.subarray(12));
  drawn.writeUInt16LE(side, 14);
  drawn.writeUInt16LE(side, 16);
  const canvas = Buffer.from('VP8X\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1');
  if (isFrame) canvas[8] = 2;
  const frame = Buffer.alloc(isFrame ? 24 : 0);
  if (isFrame) {
    frame.write('ANMF');
    frame.writeUInt32LE(16 + drawn.length, 4);
  }
  return Buffer.concat([WEBP.subarray(0, 12), canvas, frame, drawn]);
}
