/**
 * In front of every page: a fresh nonce and the policy that names it, the headers that keep a page from being framed,
 * cached or sniffed, and the redirect to sign-in for requests without a session cookie. This authorises nothing: pages
 * and routes check the session themselves, with or without this file.
 */
import { randomBytes } from 'node:crypto';
import { getSessionCookie } from 'better-auth/cookies';
import { type NextRequest, NextResponse } from 'next/server';
import { COOKIE_PREFIX } from '@/lib/auth/cookie';
import { AppError } from '@/lib/errors';

/** Pages for people without a session, and files such as the icon. */
const OPEN_PAGES =
  /^\/(?:sign-in|sign-in\/failed|sign-up|forgot|reset|oauth\/client\.json|[^/]+\.[a-z]+)\/?$/;

const SIGNED_OUT = new AppError('unauthorized', 'Sign in first.');
const MISSING = new AppError('not_found', 'There is nothing here.');

const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  // The microphone is only for dictation, which people turn on for themselves; the browser asks them as well.
  'permissions-policy': 'camera=(), microphone=(self), geolocation=(), payment=(), usb=()',
};

/**
 * The endpoints for clients that sign in: used by programs, and briefly by a browser, with responses and headers of
 * their own.
 */
const SIGN_IN_OF_CLIENTS =
  /^\/(?:oauth\/(?:authorize|token|register|revoke)|\.well-known\/(?:oauth-authorization-server|oauth-protected-resource(?:\/api\/mcp)?))$/;

export function proxy(request: NextRequest): NextResponse {
  const needsSession = !OPEN_PAGES.test(request.nextUrl.pathname);
  const isSignedOut = getSessionCookie(request, { cookiePrefix: COOKIE_PREFIX }) === null;
  if (request.nextUrl.pathname.startsWith('/api/')) return oddAddress(isSignedOut);
  if (SIGN_IN_OF_CLIENTS.test(request.nextUrl.pathname)) return NextResponse.next();
  if (!isPage(request.nextUrl.pathname)) return nothingHere();
  const nonce = randomBytes(16).toString('base64');
  const policy = policyWith(nonce);
  const response = needsSession && isSignedOut ? toSignIn(request) : rendered(request, nonce, policy);
  response.headers.set('content-security-policy', policy);
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.headers.set(name, value);
  return response;
}

/** Next reads the nonce from the policy in the request's headers; any value sent by a client is overwritten. */
function rendered(request: NextRequest, nonce: string, policy: string): NextResponse {
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  headers.delete('content-security-policy-report-only');
  return NextResponse.next({ request: { headers } });
}

/** No address of ours below /api contains a percent sign, and Next answers a malformed one without our error shape. */
function oddAddress(isSignedOut: boolean): NextResponse {
  const { code, message, status } = isSignedOut ? SIGNED_OUT : MISSING;
  return NextResponse.json(
    { error: { code, message } },
    { status, headers: { 'cache-control': 'no-store' } },
  );
}

/**
 * Next answers a malformed escape with a bare 500, and its own error page without a nonce: neither counts as a page of
 * ours. Nor do the addresses at which programs look up how to sign in: a page would only confuse them.
 */
function isPage(pathname: string): boolean {
  try {
    return !/^\/(?:_(?!next\/)|\.well-known\/)/.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}

function nothingHere(): NextResponse {
  const headers = { ...PAGE_HEADERS, 'content-type': 'text/plain; charset=utf-8' };
  return new NextResponse('There is nothing here.\n', { status: 404, headers });
}

function toSignIn(request: NextRequest): NextResponse {
  const url = request.nextUrl.clone();
  const { pathname } = url;
  url.pathname = '/sign-in';
  // Only a path of ours: after sign-in the person is sent to where they wanted to go.
  url.search = pathname === '/' ? '' : new URLSearchParams({ next: pathname }).toString();
  return NextResponse.redirect(url);
}

function policyWith(nonce: string): string {
  // React's debugging in development needs eval.
  const development = process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Libraries position floating elements with style attributes; these cannot load anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "worker-src 'self'",
    // For the frame in which diagrams are drawn; it cannot navigate elsewhere.
    "frame-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export const config = {
  // Routes below /api answer with data and their own headers; static files are the same for everyone.
  matcher: ['/((?!api/|_next/static/|_next/image).*)', '/api/(.*%.*)'],
};
