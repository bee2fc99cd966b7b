/**
 * Fetches one web page as bytes, within limits of time and size. Every address goes through the `fetch` that is passed
 * in.
 */
import { ToolError } from '../../serving/answer';

/** Reaches only addresses on the public internet, and follows no redirect. */
export type Reach = (
  url: string,
  init: { method: 'GET'; headers: Record<string, string>; signal: AbortSignal },
) => Promise<Response>;

export interface Fetched {
  /** The final address. */
  url: string;
  status: number;
  /** Without parameters, such as `text/html`. */
  type: string;
  text: string;
}

const PATIENCE_MS = 30_000;
const MOST_BYTES = 5_000_000;
const MOST_REDIRECTS = 5;
const READABLE = /^(?:text\/|application\/(?:json|xml|javascript|xhtml\+xml|[\w.-]+\+(?:json|xml))$)/;
const HEADERS = {
  'user-agent': 'Amber',
  accept: 'text/html, text/plain, application/json;q=0.9, text/*;q=0.8',
  'accept-encoding': 'identity',
};

/**
 * @throws ToolError if it is no page that can be read; also if it redirects to another host, since nobody agreed to
 * that address
 */
export async function fetchPage(reach: Reach, address: string, stop: AbortSignal): Promise<Fetched> {
  const late = AbortSignal.timeout(PATIENCE_MS);
  const signal = AbortSignal.any([stop, late]);
  let url = pageAddress(address);
  try {
    for (let nth = 0; nth <= MOST_REDIRECTS; nth++) {
      const response = await reach(url.href, { method: 'GET', headers: HEADERS, signal });
      const moved = movedTo(response, url);
      if (!moved) return await read(response, url, signal);
      await response.body?.cancel();
      // Redirects are followed within the same host, or to its https address.
      const isSafer = moved.protocol === 'https:' && moved.port === '' && url.port === '';
      if (moved.hostname !== url.hostname || (moved.origin !== url.origin && !isSafer)) {
        throw new ToolError(
          `It has moved to another address: ${moved.href}. Fetch that address, if it is wanted.`,
        );
      }
      url = moved;
    }
    throw new ToolError('It moves on and on.');
  } catch (error) {
    if (stop.aborted || error instanceof ToolError) throw error;
    if (late.aborted) throw new ToolError(`It took longer than ${PATIENCE_MS / 1000} seconds.`);
    throw new ToolError(`${url.host} ${wordsOf(error)}.`);
  }
}

function pageAddress(address: string): URL {
  if (!URL.canParse(address)) throw new ToolError('That is no web address.');
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ToolError('Only http and https are fetched.');
  if (url.username !== '' || url.password !== '') {
    throw new ToolError('An address with a name and a password in it is not fetched.');
  }
  url.hash = '';
  return url;
}

function movedTo({ status, headers }: Response, url: URL): URL | undefined {
  const location = headers.get('location');
  if (status < 300 || status > 399 || location === null) return undefined;
  if (!URL.canParse(location, url)) throw new ToolError('It has moved to what is no web address.');
  return pageAddress(new URL(location, url).href);
}

async function read(response: Response, url: URL, signal: AbortSignal): Promise<Fetched> {
  const { status, headers } = response;
  const [type = '', ...parameters] = (headers.get('content-type') ?? 'text/plain').split(';');
  const kind = type.trim().toLowerCase();
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (!READABLE.test(kind) || encoding !== 'identity') {
    await response.body?.cancel();
    throw new ToolError(
      encoding === 'identity'
        ? `It is ${JSON.stringify(kind.slice(0, 100))} and no text.`
        : 'It is sent compressed, which was not asked for.',
    );
  }
  const bytes = await bytesOf(response, signal);
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(parameters.join(';'))?.[1] ?? charsetIn(bytes);
  return { url: url.href, status, type: kind, text: decoderOf(charset).decode(bytes) };
}

async function bytesOf(response: Response, signal: AbortSignal): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const onAbort = () => void response.body?.cancel().catch(() => {});
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for await (const chunk of response.body ?? []) {
      signal.throwIfAborted();
      size += chunk.byteLength;
      if (size > MOST_BYTES) throw new ToolError(`It is larger than ${MOST_BYTES / 1_000_000} MB.`);
      chunks.push(chunk);
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
  signal.throwIfAborted();
  return Buffer.concat(chunks);
}

/** As an HTML page declares it near its beginning. */
function charsetIn(bytes: Buffer): string | undefined {
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i.exec(bytes.subarray(0, 2048).toString('latin1'))?.[1];
}

function decoderOf(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

function wordsOf(error: unknown): string {
  const { cause, message, name } = error as Error;
  // If the address must not be reached, the message is our own.
  if (name === 'ExchangeError') return message;
  const { code } = Object(cause ?? error) as { code?: unknown };
  return `could not be reached${typeof code === 'string' ? ` (${code})` : ''}`;
}
