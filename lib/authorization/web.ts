/**
 * How the other side of a sign-in is reached: no redirects are followed, at most 64 kB are read, within ten seconds.
 */

import { readAll } from '@/lib/transport/bounded-body';
import type { Fetch } from '@/lib/transport/http-transport';
import { isRecord } from '@/lib/values/records';
import { AuthorizationError } from './authorization-error';

export interface Web {
  fetch: Fetch;
  /** Whether local addresses are allowed, also without TLS, as for the servers themselves. */
  mayBeLocal: boolean;
}

export interface JsonAnswer {
  status: number;
  body: Record<string, unknown>;
}

const MAX_BYTES = 64_000;
const TIMEOUT_MS = 10_000;

/** @throws AuthorizationError if it does not answer, redirects, or answers with too much */
export async function askJson(web: Web, url: string, init: RequestInit = {}): Promise<JsonAnswer> {
  const host = hostOf(url);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let text: string;
  let status: number;
  try {
    const response = await web.fetch(url, {
      redirect: 'manual',
      cache: 'no-store',
      credentials: 'omit',
      ...init,
      headers: { accept: 'application/json', ...init.headers },
      signal,
    });
    status = response.status;
    if (status >= 300 && status < 400) {
      await response.body?.cancel();
      throw new AuthorizationError(`${host} redirects elsewhere, which is not followed.`);
    }
    text = await readAll(response, { limit: MAX_BYTES, used: 0 }, signal);
  } catch (error) {
    if (error instanceof AuthorizationError) throw error;
    throw new AuthorizationError(`${host} could not be asked: it ${whyNot(error)}.`, 'unreachable');
  }
  return { status, body: recordIn(text) };
}

/** @throws AuthorizationError as `askJson` */
export function postForm(
  web: Web,
  url: string,
  form: Record<string, string | undefined>,
  headers: Record<string, string> = {},
): Promise<JsonAnswer> {
  const given = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return askJson(web, url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(given).toString(),
  });
}

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isLocal({ hostname }: URL): boolean {
  return LOCAL.has(hostname);
}

/**
 * A URL from the other side, if it may be used: https, or a local one if that is allowed.
 * @throws AuthorizationError otherwise
 */
export function secureUrl(given: unknown, what: string, { mayBeLocal }: Pick<Web, 'mayBeLocal'>): string {
  const url = typeof given === 'string' && given.length <= 2_000 ? URL.parse(given) : null;
  if (!url) throw new AuthorizationError(`No usable address is given for ${what}.`);
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && mayBeLocal && isLocal(url));
  if (!isSecure) throw new AuthorizationError(`The address for ${what} does not begin with https://.`);
  if (url.username || url.password || url.hash)
    throw new AuthorizationError(`The address for ${what} holds a name, a password or a fragment.`);
  return String(given);
}

export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'The address';
}

function recordIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function whyNot(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'took longer than 10 s';
  return error instanceof Error && error.name === 'ExchangeError' ? error.message : 'broke off';
}
