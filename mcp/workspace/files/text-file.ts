/** A text file as tools read and change it: by its bytes, so that everything untouched stays as it is. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { ToolError } from '../../serving/answer';
import { type Held, openHeld } from './held';
import { type Place, shown } from './walk';

export const MOST_BYTES = 20_000_000;
const MARK = Buffer.from('\uFEFF');
const [LF, CR] = [0x0a, 0x0d];

export class TextFile {
  readonly hasBom: boolean;
  /** The contents in UTF-8, without a byte order mark and with line ends as they are. */
  readonly body: Buffer;
  private readonly bytes: Buffer;
  private hashed: string | undefined;
  private decoded: string | undefined;
  private endsWithCr: boolean | undefined;

  /** @param bytes valid UTF-8 */
  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.hasBom = isMarked(bytes);
    this.body = this.hasBom ? bytes.subarray(MARK.length) : bytes;
  }

  /** The hash of the bytes, as tools return and accept it. */
  get hash(): string {
    this.hashed ??= hashOf(this.bytes);
    return this.hashed;
  }

  /** The body as a string. Decoded only when asked for: on ten megabytes that takes as long as writing them. */
  get text(): string {
    this.decoded ??= this.body.toString('utf8');
    return this.decoded;
  }

  /** Every line ends with CR LF, and there is at least one. */
  get isCrlf(): boolean {
    this.endsWithCr ??= isCrlf(this.body);
    return this.endsWithCr;
  }
}

/** @throws ToolError if it is no file, too large, or not UTF-8 */
export async function readText(place: Place, signal: AbortSignal): Promise<TextFile> {
  return textOf(await readBytes(place, signal), place.path);
}

/** @throws ToolError if there is no file, or it is too large */
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

/** @throws ToolError if nothing is there, or it is no file */
export function fileAt({ target, path }: Place): Held {
  if (!target) throw new ToolError(`There is no file ${shown(path)}.`);
  if (!target.stat.isFile()) throw new ToolError(`${shown(path)} is no file.`);
  return target;
}

export function textOf(bytes: Buffer, path: string): TextFile {
  const isBinary = bytes.subarray(0, 8000).includes(0);
  if (isBinary || !isUtf8(bytes))
    throw new ToolError(`${shown(path)} holds ${bytes.length} bytes that are no UTF-8 text.`);
  return new TextFile(bytes);
}

/** The file's bytes with a new body: it keeps its byte order mark, even before a body that begins with one. */
export function bytesOf(body: Buffer, { hasBom }: Pick<TextFile, 'hasBom'>): Buffer {
  return hasBom ? Buffer.concat([MARK, body]) : body;
}

/** A model's text, which uses LF, with the line ends of the file. */
export function withLineEnds(text: string, file: Pick<TextFile, 'isCrlf'>): string {
  // Checked last, since it may have to scan the whole file.
  const isOneKind = text.includes('\n') && !text.includes('\r');
  return isOneKind && file.isCrlf ? text.replaceAll('\n', '\r\n') : text;
}

/** Half of a SHA-256 in hex: identifies what a file held when it was read. */
export function hashOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

export function isMarked(bytes: Buffer): boolean {
  return bytes.subarray(0, MARK.length).equals(MARK);
}

function isCrlf(body: Buffer): boolean {
  const first = body.indexOf(LF);
  for (let at = first; at >= 0 && at < body.length; at += 1) {
    if (body[at] === LF && body[at - 1] !== CR) return false;
  }
  return first >= 0;
}
