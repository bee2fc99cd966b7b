/** Reads a server's answer without trusting its declared length: counts while it arrives, and stops at the limit. */
import { ExchangeError } from '@/lib/tools/connection-error';

/** Counts the bytes of one answer, after decompression. */
export interface ByteBudget {
  readonly limit: number;
  used: number;
}

/**
 * The body as decoded text, piece by piece. Leaving the loop early, an abort and the limit all close the connection;
 * nothing beyond the limit is kept.
 * @throws ExchangeError `too-large` at the limit, "was cut off" if the connection breaks; the signal's reason
 */
export async function* readText(
  response: Response,
  budget: ByteBudget,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const stop = () => void reader.cancel(signal?.reason).catch(() => {});
  signal?.addEventListener('abort', stop, { once: true });
  const decoder = new TextDecoder();
  try {
    while (true) {
      const { done, value } = await readPiece(reader, signal);
      if (done) break;
      budget.used += value.byteLength;
      if (budget.used > budget.limit) throw tooLarge(budget);
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}

/** The whole body as text. Errors as `readText`. */
export async function readAll(
  response: Response,
  budget: ByteBudget,
  signal: AbortSignal | undefined,
): Promise<string> {
  let text = '';
  for await (const piece of readText(response, budget, signal)) text += piece;
  return text;
}

/** The whole body as bytes. Errors as `readText`. */
export async function readPieces(response: Response, limit: number, signal: AbortSignal): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const reader = response.body?.getReader();
  if (!reader) return Buffer.alloc(0);
  let used = 0;
  const stop = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (let next = await readPiece(reader, signal); !next.done; next = await readPiece(reader, signal)) {
      used += next.value.byteLength;
      if (used > limit) throw tooLarge({ limit });
      pieces.push(next.value);
    }
    return Buffer.concat(pieces);
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

async function readPiece(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal | undefined) {
  try {
    const piece = await reader.read();
    signal?.throwIfAborted();
    return piece;
  } catch {
    signal?.throwIfAborted();
    throw new ExchangeError('broke off in the middle of its answer', 'unknown', 'cut-off');
  }
}

export function tooLarge({ limit }: Pick<ByteBudget, 'limit'>): ExchangeError {
  return new ExchangeError(
    `answered with more than ${Math.round(limit / 1000)} kB, which is the limit`,
    'unknown',
    'too-large',
  );
}
