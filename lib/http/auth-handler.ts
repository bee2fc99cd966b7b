import 'server-only';
/**
 * The better-auth endpoints that Amber exposes; all others do not exist here. Answers keep better-auth's shape (`{code,
 * message}` for errors), but the rules of `route.ts` apply: own origin, JSON, 100 kB.
 */
import { sql } from 'drizzle-orm';
import { asAppError } from '@/lib/as-app-error';
import { auth } from '@/lib/auth/auth';
import { getCaller, signedAnew } from '@/lib/auth/session';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { AppError } from '@/lib/errors';
import { readJsonBody } from './body';
import { failureHeaders } from './failure';
import { requireOwnOrigin } from './origin';
import { seen } from './seen';
import { track } from './shutdown';

/** The fields that are passed on from each body. */
const OFFERED: Record<string, { method: 'GET' | 'POST'; fields: string[]; open?: true }> = {
  '/api/auth/sign-in/email': { method: 'POST', fields: ['email', 'password', 'rememberMe'] },
  '/api/auth/sign-in/factor': { method: 'POST', fields: ['code'] },
  '/api/auth/passkey/generate-authenticate-options': { method: 'GET', fields: [], open: true },
  '/api/auth/passkey/verify-authentication': { method: 'POST', fields: ['response'] },
  '/api/auth/sign-out': { method: 'POST', fields: [] },
  '/api/auth/get-session': { method: 'GET', fields: [] },
};

/** Answers any request below `/api/auth/`. */
export function authResponse(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname;
  const route = OFFERED[path] ? path : '/api/auth/[...all]';
  return track(seen(request, route, () => answerOf(request).catch(inItsShape)));
}

async function answerOf(request: Request): Promise<Response> {
  const offered = OFFERED[new URL(request.url).pathname];
  if (!offered) throw new AppError('not_found', 'There is nothing here.');
  if (request.method !== offered.method) {
    throw new AppError('method_not_allowed', `Only ${offered.method} is possible here.`);
  }
  // A session that grants nothing (no team, or the demo is off) is not shown either.
  if (offered.method === 'GET' && !offered.open && !(await getCaller(request.headers)))
    return Response.json(null);
  const passedOn =
    offered.method === 'GET'
      ? // Built from the address, because the request that Next hands over cannot be copied.
        new Request(request.url, { headers: signedAnew(request.headers, env().secret) })
      : await cleaned(request, offered.fields);
  const response = await (await auth()).handler(passedOn);
  // The library hides the cause; if it was the database, querying it throws the error that says so.
  if (response.status >= 500) await (await database()).db.execute(sql`select 1`);
  return response;
}

async function cleaned(request: Request, fields: string[]): Promise<Request> {
  requireOwnOrigin(request.headers, env().origins);
  const sent = Object((await readJsonBody(request)) ?? {});
  const kept = fields.filter((field) => Object.hasOwn(sent, field)).map((field) => [field, sent[field]]);
  const headers = new Headers(signedAnew(request.headers, env().secret));
  headers.set('content-type', 'application/json');
  headers.delete('content-length');
  return new Request(request.url, {
    method: 'POST',
    headers,
    body: JSON.stringify(Object.fromEntries(kept)),
  });
}

/** A failure as `route.ts` would answer it, in better-auth's shape. */
function inItsShape(thrown: unknown): Response {
  const error = asAppError(thrown);
  const body = { code: error.code.toUpperCase(), message: error.message };
  return Response.json(body, { status: error.status, headers: failureHeaders(error) });
}
