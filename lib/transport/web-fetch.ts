/**
 * How addresses of servers are reached. A `fetch` of our own, since the built-in one resolves names internally: here
 * the very address that was checked is the one connected to, for every connection. It follows no redirects, uses no
 * proxy, cookies or cache, and asks for no compression.
 */
import { lookup as resolve } from 'node:dns';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { ExchangeError } from '@/lib/tools/connection-error';
import type { Fetch } from './http-transport';

/** Resolves a name to addresses; `node:dns` except in tests. */
export type Resolve = typeof resolve;

export interface WebFetchOptions {
  /** Which IP addresses may be reached. Absent: all. */
  allows?: (address: string) => boolean;
  resolve?: Resolve;
  /** For tests: additional trusted certificates. */
  ca?: string;
}

const CONNECT_MS = 10_000;
/**
 * How long an unused connection is kept. Short, since a call is left unknown if the server closes its connection at
 * that moment.
 */
const IDLE_MS = 1_000;
const NO_BODY = new Set([204, 205, 304]);

const CLOSED = 'has an address that is not on the open internet, which is not reached';

export function webFetch({ allows, resolve: resolveName = resolve, ca }: WebFetchOptions = {}): Fetch {
  const lookup = allows && checkedLookup(resolveName, allows);
  const keep = { keepAlive: true, maxFreeSockets: 2, timeout: IDLE_MS, ...(lookup && { lookup }) };
  const agents = { 'http:': new http.Agent(keep), 'https:': new https.Agent({ ...keep, ...(ca && { ca }) }) };
  return async (address, init) => {
    const url = new URL(address);
    if (allows && isClosedLiteral(url, allows)) throw new ExchangeError(CLOSED, 'not-sent');
    const { protocol } = url;
    if (protocol !== 'http:' && protocol !== 'https:')
      throw new ExchangeError('has no web address', 'not-sent');
    const { method = 'GET', signal, body } = init;
    const options: RequestOptions = {
      method,
      agent: agents[protocol],
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(signal && { signal }),
    };
    const request = (protocol === 'https:' ? https : http).request(url, options);
    const answer = answerOf(request);
    // A body of known length is not sent in chunks, which some servers do not accept.
    const bytes =
      typeof body === 'string' ? Buffer.from(body) : body instanceof Uint8Array ? body : undefined;
    if (bytes) request.setHeader('content-length', bytes.length);
    request.end(bytes);
    return responseOf(await answer);
  };
}

/** An address literal is never looked up. */
function isClosedLiteral({ hostname }: URL, allows: (address: string) => boolean): boolean {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(literal) !== 0 && !allows(literal);
}

/** Resolves a name to the addresses that may be reached; if a single one may not, it returns none. */
function checkedLookup(resolveName: Resolve, allows: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const isFine = addresses.length > 0 && addresses.every(({ address }) => allows(address));
      if (!isFine) return callback(new ExchangeError(CLOSED, 'not-sent'), []);
      const [first] = addresses;
      if (options.all || !first) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

function answerOf(request: http.ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>();
  const late = setTimeout(() => {
    const error = Object.assign(new Error('late'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
    request.destroy(error);
  }, CONNECT_MS);
  request.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => clearTimeout(late));
    else clearTimeout(late);
  });
  request.once('response', answered);
  request.on('error', (error) => {
    clearTimeout(late);
    reject(error instanceof ExchangeError ? error : new TypeError('fetch failed', { cause: error }));
  });
  return promise.finally(() => clearTimeout(late));
}

function responseOf(message: IncomingMessage): Response {
  const status = message.statusCode ?? 500;
  const headers = new Headers();
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    headers.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '');
  }
  // Readers are notified; if nobody reads any more, the error must not crash the process.
  message.on('error', () => {});
  if (NO_BODY.has(status)) {
    message.resume();
    return new Response(null, { status, headers });
  }
  const body = Readable.toWeb(message) as ReadableStream<Uint8Array>;
  return new Response(body as unknown as BodyInit, { status, headers });
}
