/** How large a WebP is when drawn, and whether it is animated. Nothing is decoded. */
import type { Picture } from './picture-facts';

interface Sides {
  width: number;
  height: number;
}

/** The size of an animation frame's header, before its chunks. */
const FRAME_BYTES = 16;

export function webp(bytes: Buffer): Picture | undefined {
  if (bytes.length < 30 || name(bytes, 0) !== 'RIFF' || name(bytes, 8) !== 'WEBP') return undefined;
  if (name(bytes, 12) !== 'VP8X') {
    const sides = drawn(bytes, 12);
    return sides && { mimeType: 'image/webp', ...sides, animated: false };
  }
  const canvas = { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  const sides = withFrames(bytes, 12, bytes.length, canvas);
  return { mimeType: 'image/webp', ...sides, animated: ((bytes[20] ?? 0) & 0x02) !== 0 };
}

const name = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4);

/** The larger of the canvas's declared size and the size of what is drawn on it. */
function withFrames(bytes: Buffer, from: number, to: number, canvas: Sides): Sides {
  let sides = canvas;
  for (let at = from; at + 8 <= to; ) {
    const size = bytes.readUInt32LE(at + 4);
    const end = Math.min(to, at + 8 + size);
    sides = larger(sides, drawn(bytes, at));
    if (name(bytes, at) === 'ANMF' && end - at >= 8 + FRAME_BYTES) {
      const width = 2 * bytes.readUIntLE(at + 8, 3) + bytes.readUIntLE(at + 14, 3) + 1;
      const height = 2 * bytes.readUIntLE(at + 11, 3) + bytes.readUIntLE(at + 17, 3) + 1;
      // The frame's own chunks follow; they are read like those of a picture.
      sides = larger(sides, { width, height });
      at += 8 + FRAME_BYTES;
    } else {
      at += 8 + size + (size & 1);
    }
  }
  return sides;
}

function larger(sides: Sides, other: Sides | undefined): Sides {
  if (!other) return sides;
  return { width: Math.max(sides.width, other.width), height: Math.max(sides.height, other.height) };
}

/** The size of the picture in a chunk; nothing if the chunk holds none. */
function drawn(bytes: Buffer, at: number): Sides | undefined {
  const kind = name(bytes, at);
  if (kind === 'VP8 ' && at + 18 <= bytes.length) {
    if (bytes.toString('latin1', at + 11, at + 14) !== '\x9d\x01\x2a') return undefined;
    return {
      width: bytes.readUInt16LE(at + 14) & 0x3fff,
      height: bytes.readUInt16LE(at + 16) & 0x3fff,
    };
  }
  if (kind === 'VP8L' && at + 13 <= bytes.length && bytes[at + 8] === 0x2f) {
    const sizes = bytes.readUInt32LE(at + 9);
    return { width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
  }
  return undefined;
}
