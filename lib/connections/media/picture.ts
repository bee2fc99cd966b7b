/**
 * What a picture's first bytes say of it. Only the four formats that the page shows; of anything that is not clearly one
 * of them nothing is known. Nothing is decoded: a picture of a few kB may claim to be a wall.
 */

export interface Picture {
  mimeType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** In pixels, both more than zero. */
  width: number;
  height: number;
  animated: boolean;
}

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
    if (length < 2 || marker === 0xda) return undefined;
    at += 2 + length;
  }
  return undefined;
}

function gif(bytes: Buffer): Picture | undefined {
  if (bytes.length < 13 || !/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return undefined;
  const screen = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const frames = framesOf(bytes, 13 + colours(bytes[10] ?? 0));
  const [first] = frames;
  if (!first) return undefined;
  // Browsers make the screen as large as its first frame.
  const width = Math.max(screen.width, first.right);
  const height = Math.max(screen.height, first.bottom);
  return { mimeType: 'image/gif', width, height, animated: frames.length > 1 };
}

/** Bytes of a table of colours. */
const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0);

/** Where a GIF's first two frames end. */
function framesOf(bytes: Buffer, from: number): { right: number; bottom: number }[] {
  const frames: { right: number; bottom: number }[] = [];
  for (let at = from; at < bytes.length && frames.length < 2; ) {
    if (bytes[at] === 0x21) {
      at = afterBlocks(bytes, at + 2);
    } else if (bytes[at] === 0x2c && at + 10 <= bytes.length) {
      const [left, top] = [bytes.readUInt16LE(at + 1), bytes.readUInt16LE(at + 3)];
      frames.push({ right: left + bytes.readUInt16LE(at + 5), bottom: top + bytes.readUInt16LE(at + 7) });
      at = afterBlocks(bytes, at + 11 + colours(bytes[at + 9] ?? 0));
    } else {
      break;
    }
  }
  return frames;
}

/** Behind a row of blocks, each with its length before it, that ends with an empty one. */
function afterBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes[at]; length; length = bytes[at]) at += 1 + length;
  return at + 1;
}

function webp(bytes: Buffer): Picture | undefined {
  if (bytes.length < 30 || ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 12) !== 'WEBP') return undefined;
  const made = (width: number, height: number, animated = false): Picture => {
    return { mimeType: 'image/webp', width, height, animated };
  };
  switch (ascii(bytes, 12, 16)) {
    case 'VP8 ':
      if (ascii(bytes, 23, 26) !== '\x9d\x01\x2a') return undefined;
      return made(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return undefined;
      const sizes = bytes.readUInt32LE(21);
      return made((sizes & 0x3fff) + 1, ((sizes >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return made(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1, ((bytes[20] ?? 0) & 0x02) !== 0);
    default:
      return undefined;
  }
}
