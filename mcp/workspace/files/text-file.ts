/** A file of text as tools read and change it: by its bytes, so that what is not touched stays as it is. */
import { createHash } from 'node:crypto';
import { ToolError } from '../../serving/answer';
import { type Held, openHeld } from './held';
import { type Place, shown } from './walk';

export const MOST_BYTES = 20_000_000;
const BOM = '\uFEFF';

export interface TextFile {
  /** Without a byte order mark, line ends as they stand. */
  text: string;
  hasBom: boolean;
  /** Every line ends with CR LF, and there is one that does. */
  isCrlf: boolean;
  /** Of the bytes, as tools answer and take it. */
  hash: string;
}

/** @throws ToolError when it is none, too large, or no UTF-8 */
export async function readText(place: Place, signal: AbortSignal): Promise<TextFile> {
  return textOf(await readBytes(place, signal), place.path);
}

/** @throws ToolError when there is no file, or it is too large */
export async function readBytes(place: Place, signal: AbortSignal): Promise<Buffer> {
  const target = fileAt(place);
  if (target.stat.size > MOST_BYTES)
    throw new ToolError(`${shown(place.path)} has ${target.stat.size} bytes; the most is ${MOST_BYTES}.`);
  signal.throwIfAborted();
  const handle = await openHeld(target);
  try {
    const bytes = await handle.readFile({ signal });
    signal.throwIfAborted();
    return bytes;
  } finally {
    await handle.close();
  }
}

/** @throws ToolError when there is nothing, or no file */
export function fileAt({ target, path }: Place): Held {
  if (!target) throw new ToolError(`There is no file ${shown(path)}.`);
  if (!target.stat.isFile()) throw new ToolError(`${shown(path)} is no file.`);
  return target;
}

export function textOf(bytes: Buffer, path: string): TextFile {
  const isBinary = bytes.subarray(0, 8000).includes(0);
  let all: string;
  try {
    all = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    all = '';
  }
  if (isBinary || (all === '' && bytes.length > 0))
    throw new ToolError(`${shown(path)} holds ${bytes.length} bytes that are no UTF-8 text.`);
  const hasBom = all.startsWith(BOM);
  const text = hasBom ? all.slice(1) : all;
  return { text, hasBom, isCrlf: isCrlf(text), hash: hashOf(bytes) };
}

/** What the file holds when its text is another: with the mark that it had. */
export function bytesOf(text: string, { hasBom }: Pick<TextFile, 'hasBom'>): Buffer {
  return Buffer.from(hasBom && !text.startsWith(BOM) ? BOM + text : text, 'utf8');
}

/** A text from a model, which knows one line end, with those of the file. */
export function withLineEnds(text: string, { isCrlf }: Pick<TextFile, 'isCrlf'>): string {
  return isCrlf && !text.includes('\r') ? text.replaceAll('\n', '\r\n') : text;
}

/** Half of a SHA-256 in hex: what a file held when it was read. */
export function hashOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

function isCrlf(text: string): boolean {
  let crlf = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] !== '\r') return false;
    crlf += 1;
  }
  return crlf > 0;
}
