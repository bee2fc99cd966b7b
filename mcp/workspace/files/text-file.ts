/** A file of text as tools read and change it: by its bytes, so that what is not touched stays as it is. */
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
  /** Without a byte order mark, line ends as they stand: UTF-8. */
  readonly body: Buffer;
  private readonly bytes: Buffer;
  private hashed: string | undefined;
  private decoded: string | undefined;
  private endsWithCr: boolean | undefined;

  /** @param bytes that are UTF-8 */
  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.hasBom = isMarked(bytes);
    this.body = this.hasBom ? bytes.subarray(MARK.length) : bytes;
  }

  /** Of the bytes, as tools answer and take it. */
  get hash(): string {
    this.hashed ??= hashOf(this.bytes);
    return this.hashed;
  }

  /** The body. Made when it is asked for: of ten megabytes that takes as long as to write them. */
  get text(): string {
    this.decoded ??= this.body.toString('utf8');
    return this.decoded;
  }

  /** Every line ends with CR LF, and there is one that does. */
  get isCrlf(): boolean {
    this.endsWithCr ??= isCrlf(this.body);
    return this.endsWithCr;
  }
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
  if (isBinary || !isUtf8(bytes))
    throw new ToolError(`${shown(path)} holds ${bytes.length} bytes that are no UTF-8 text.`);
  return new TextFile(bytes);
}

/** What the file holds when its body is another: with the mark that it had, also before a body that begins with one. */
export function bytesOf(body: Buffer, { hasBom }: Pick<TextFile, 'hasBom'>): Buffer {
  return hasBom ? Buffer.concat([MARK, body]) : body;
}

/** A text from a model, which knows one line end, with those of the file. */
export function withLineEnds(text: string, file: Pick<TextFile, 'isCrlf'>): string {
  // Asked last, since the whole file may have to be looked at.
  const isOneKind = text.includes('\n') && !text.includes('\r');
  return isOneKind && file.isCrlf ? text.replaceAll('\n', '\r\n') : text;
}

/** Half of a SHA-256 in hex: what a file held when it was read. */
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
