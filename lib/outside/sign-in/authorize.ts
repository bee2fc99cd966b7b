import 'server-only';
/** The response of `/oauth/authorize`: a redirect to the page on which a person decides, or why there is none. */
import { randomToken } from '@/db/ids';
import { failureResponse } from '@/lib/http/failure';
import { originOf } from '../challenge';
import { OAuthError, requirePace } from './answers';
import { beginSignIn } from './begin';
import { browserSecret, secretCookie } from './browser-secret';
import type { SignInServices } from './services';

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

interface Asking {
  /** The person signed in in this browser, if any. */
  who: string | undefined;
  /** The page for a person who cannot continue. */
  refused(): Promise<string>;
}

/** Never throws. */
export async function answerAuthorize(
  services: SignInServices,
  request: Request,
  { who, refused }: Asking,
): Promise<Response> {
  try {
    const origin = originOf(request.headers, services.origins);
    if (origin === undefined) throw new OAuthError('invalid_request', "This host is not Amber's own.", 403);
    requirePace(services.limits.asked.take(who ?? ''));
    const browser = browserSecret(request.headers.get('cookie')) ?? randomToken();
    const query = new URL(request.url).search.slice(1);
    const id = await beginSignIn(services, query, { origin, browser });
    const cookie = secretCookie(browser, origin.startsWith('https:'));
    const headers = { ...HEADERS, location: `/allow/${id}`, 'set-cookie': cookie };
    return new Response(null, { status: 303, headers });
  } catch (error) {
    if (!(error instanceof OAuthError)) return failureResponse(error);
    const text = `${await refused()}\n\n${error.code}: ${error.message}\n`;
    const headers = { ...HEADERS, ...error.headers, 'content-type': 'text/plain; charset=utf-8' };
    return new Response(text, { status: error.status, headers });
  }
}
