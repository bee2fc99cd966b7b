/**
 * The lines of a file's bytes, found without splitting them: only those that are shown become strings, and a large file
 * is gone through in slices, between which other work of the process goes on.
 */
import { createHash } from 'node:crypto';
import { setImmediate as others } from 'node:timers/promises';

const SLICE = 1_000_000;
const [LF, CR] = [0x0a, 0x0d];

/** The same as `hashOf`. */
export async function hashOfAll(bytes: Buffer, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const from of slices(bytes, signal)) hash.update(bytes.subarray(from, from + SLICE));
  return hash.digest('hex').slice(0, 32);
}

/**
 * How many lines there are, and where this one begins (the end of the bytes, if there is none). A final line end begins
 * no further line.
 * @param line from 1
 */
export async function findLine(
  body: Buffer,
  line: number,
  signal: AbortSignal,
): Promise<{ total: number; at: number }> {
  let ends = 0;
  let at = line === 1 ? 0 : body.length;
  for await (const from of slices(body, signal)) {
    const to = Math.min(from + SLICE, body.length);
    for (let index = from; index < to; index += 1) {
      if (body[index] !== LF) continue;
      ends += 1;
      if (ends === line - 1) at = index + 1;
    }
  }
  const hasRest = body.length > 0 && body.at(-1) !== LF;
  return { total: ends + Number(hasRest), at };
}

async function* slices(bytes: Buffer, signal: AbortSignal): AsyncGenerator<number> {
  for (let from = 0; from < bytes.length; from += SLICE) {
    if (from > 0) await others();
    signal.throwIfAborted();
    yield from;
  }
}

/** The lines from there on, without line ends. */
export function* linesFrom(body: Buffer, begin: number): Generator<string> {
  for (let from = begin; from < body.length; ) {
    const found = body.indexOf(LF, from);
    const end = found < 0 ? body.length : found;
    const isCrlf = end > from && body[end - 1] === CR;
    yield body.toString('utf8', from, isCrlf ? end - 1 : end);
    from = end + 1;
  }
}
