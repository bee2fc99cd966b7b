/**
 * Detects what bytes are from their beginning; what a server calls them decides nothing. A browser is shown only the
 * kinds listed here; everything else is a file to download.
 */
import { pictureOf } from './picture';

/** The most pixels, in all and per side: decoding a picture costs a browser four bytes a pixel. */
const MAX_PIXELS = 25_000_000;
const MAX_SIDE = 16_384;

export type Sniffed =
  | { type: 'image'; mimeType: string; width: number; height: number; animated?: true }
  | { type: 'audio'; mimeType: string }
  /** `tooLarge`: a picture with too many pixels to make a page decode it. */
  | { type: 'file'; mimeType?: string; width?: number; height?: number; tooLarge?: true };

/** @param heard whether its server declares it as audio: some audio containers hold video as well */
export function sniff(bytes: Buffer, heard: boolean): Sniffed {
  const picture = pictureOf(bytes);
  if (picture) {
    const { mimeType, width, height, animated } = picture;
    const isLarge = width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS;
    if (isLarge) return { type: 'file', mimeType, width, height, tooLarge: true };
    return { type: 'image', mimeType, width, height, ...(animated && { animated }) };
  }
  const sound = heard ? soundOf(bytes) : undefined;
  if (sound) return { type: 'audio', mimeType: sound };
  return bytes.toString('latin1', 0, 5) === '%PDF-'
    ? { type: 'file', mimeType: 'application/pdf' }
    : { type: 'file' };
}

function soundOf(bytes: Buffer): string | undefined {
  const begins = bytes.toString('latin1', 0, 12);
  if (begins.startsWith('RIFF') && begins.endsWith('WAVE')) return 'audio/wav';
  if (begins.startsWith('OggS')) return 'audio/ogg';
  if (begins.startsWith('fLaC')) return 'audio/flac';
  if (begins.startsWith('ID3')) return 'audio/mpeg';
  if (begins.slice(4, 8) === 'ftyp') return 'audio/mp4';
  const isMatroska = begins.startsWith('\x1a\x45\xdf\xa3');
  if (isMatroska) return bytes.toString('latin1', 0, 64).includes('webm') ? 'audio/webm' : undefined;
  return framed(bytes[0] ?? 0, bytes[1] ?? 0, bytes[2] ?? 0);
}

/** MPEG frames without a header in front: eleven sync bits, then the layer; layer zero is AAC. */
function framed(first: number, second: number, third: number): string | undefined {
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  const layer = (second >> 1) & 3;
  if (layer === 0) return (second & 0xf0) === 0xf0 ? 'audio/aac' : undefined;
  const isRate = third >> 4 !== 0xf && ((third >> 2) & 3) !== 3;
  return ((second >> 3) & 3) !== 1 && isRate ? 'audio/mpeg' : undefined;
}
