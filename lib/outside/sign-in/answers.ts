import 'server-only';
/** Responses to clients that sign in: in the format of RFC 6749, never cached. */
import { asAppError } from '@/lib/as-app-error';
import { isAppError } from '@/lib/errors';
import { isEnding } from '@/lib/http/shutdown';
import { originOf } from '../challenge';
import type { SignInServices } from './services';

export type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'slow_down'
  | 'temporarily_unavailable'
  | 'server_error';

/** An error that the protocol defines; the message is for whoever maintains the client. */
export class OAuthError extends Error {
  constructor(
    readonly code: OAuthCode,
    message: string,
    readonly status = 400,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = 'OAuthError';
  }
}

/** @throws OAuthError 429, with when to retry */
export function requirePace(waitS: number): void {
  if (waitS === 0) return;
  const message = `Too many requests. Wait ${waitS === 1 ? 'a second' : `${waitS} seconds`}.`;
  throw new OAuthError('slow_down', message, 429, { 'retry-after': String(waitS) });
}

/**
 * Answers a program's POST. Requests from other sites' pages are refused: none has a reason to send any, and their
 * scripts could read the response. Never throws.
 */
export async function answerProgram(
  request: Request,
  { origins }: Pick<SignInServices, 'origins'>,
  answer: (origin: string) => Promise<Response>,
): Promise<Response> {
  try {
    if (request.method !== 'POST') {
      const message = `${request.method.slice(0, 20)} is not possible here, only POST.`;
      throw new OAuthError('invalid_request', message, 405, { allow: 'POST' });
    }
    const origin = requireProgram(request.headers, origins);
    if (isEnding()) throw new OAuthError('temporarily_unavailable', 'Amber is being stopped.', 503);
    return kept(await answer(origin));
  } catch (error) {
    return kept(failure(error));
  }
}

/** @returns the address at which it was sent */
function requireProgram(headers: Headers, origins: readonly string[]): string {
  const origin = originOf(headers, origins);
  if (origin === undefined) {
    throw new OAuthError(
      'invalid_request',
      `This host is not Amber's own: use ${origins.join(' or ')}.`,
      403,
    );
  }
  const page = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  const isForeign = page !== null && !origins.includes(page);
  if (isForeign || (site !== null && site !== 'same-origin' && site !== 'none')) {
    throw new OAuthError('invalid_request', 'Pages of others are not answered.', 403);
  }
  return origin;
}

function failure(thrown: unknown): Response {
  if (thrown instanceof OAuthError) {
    const { code, message, status, headers } = thrown;
    return Response.json({ error: code, error_description: ascii(message) }, { status, headers });
  }
  const { code, status, message } = asAppError(thrown);
  const isTheirs = isAppError(thrown) && status < 500;
  const error = isTheirs
    ? 'invalid_request'
    : code === 'unavailable'
      ? 'temporarily_unavailable'
      : 'server_error';
  return Response.json({ error, error_description: ascii(message) }, { status });
}

/** The characters that RFC 6749 5.2 allows. */
const ascii = (text: string) => text.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'");

function kept(response: Response): Response {
  response.headers.set('cache-control', 'no-store');
  response.headers.set('pragma', 'no-cache');
  response.headers.set('x-content-type-options', 'nosniff');
  return response;
}

/**
 * Parameters, each of which may occur only once; one without a value counts as absent.
 * @throws OAuthError invalid_request
 */
export function onlyOnce(all: URLSearchParams): ReadonlyMap<string, string> {
  const found = [...all];
  if (new Set(found.map(([name]) => name)).size < found.length) {
    throw new OAuthError('invalid_request', 'A parameter stands twice.');
  }
  if (found.some((pair) => pair.join('').includes('\0'))) {
    throw new OAuthError('invalid_request', 'A parameter holds a zero character.');
  }
  return new Map(found.filter(([, value]) => value !== ''));
}
