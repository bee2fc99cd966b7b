import 'server-only';
/**
 * The entrance for a company's directory (SCIM 2.0): a bearer token and nothing else. Cookies are ignored, so other
 * people's pages can do nothing here, and no origin is checked. Checked in this order: 405, 401, 429, 503, 415, 413,
 * 400.
 */
import type { Database } from '@/db/client';
import { asAppError } from '@/lib/as-app-error';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { isAppError } from '@/lib/errors';
import { readJsonBody } from '@/lib/http/body';
import { type Endpoint, methods } from '@/lib/http/route';
import { seenWork } from '@/lib/http/seen';
import { isEnding } from '@/lib/http/shutdown';
import { configuredProviders } from '@/lib/single-sign-on/providers';
import type { Provider } from '@/lib/single-sign-on/settings';
import { markDirectoryTokenUsed } from '@/lib/store/directory/tokens';
import { sha256Hex } from '@/lib/values/canonical-json';
import { missing, ScimError } from './scim-error';

const TYPE = 'application/scim+json';
const TYPES = [TYPE, 'application/json'];
const SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
/** Requests per token: this many at once, and this many per minute continuously. */
export const PACE = { burst: 200, perMinute: 600 };
const STEP_S = 60 / PACE.perMinute;
const BURST_S = PACE.burst * STEP_S;
const MOST_BYTES = 500_000;

/** The directory making the request, with what it works on. */
export interface Directory {
  db: Database;
  /** The id of its token. */
  id: string;
  teamId: string;
  providers: readonly Provider[];
  /** The base address of its resources. */
  base: string;
}

export interface Asked {
  directory: Directory;
  body: unknown;
  query: URLSearchParams;
  id: string;
}

/** The response: a resource with its status, or nothing (204). */
export type Answer = { status?: number; resource: object; location?: string } | undefined;
type Handle = (asked: Asked) => Promise<Answer>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Handlers for Next, one per method; undeclared methods answer 405 in SCIM's format. */
export function directoryMethods(handlers: Partial<Record<Method, Handle>>): ReturnType<typeof methods> {
  const allowed = Object.keys(handlers).join(', ');
  const refuse = endpointOf(async () => {
    throw new ScimError(405, null, `Only ${allowed} is possible here.`, { allow: allowed });
  }, false);
  const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => {
    const handle = handlers[(method === 'HEAD' ? 'GET' : method) as Method];
    return [method, handle ? endpointOf(handle, true) : refuse];
  });
  return methods(Object.fromEntries(all));
}

function endpointOf(handle: Handle, asks: boolean): Endpoint {
  return {
    async answer(request, params, _door, route) {
      try {
        if (!asks) return responseOf(await handle(undefined as never));
        const directory = await admit(request.headers);
        return await seenWork(request, route, async () =>
          responseOf(await take(request, params, directory, handle)),
        );
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

async function admit(headers: Headers): Promise<Directory> {
  const token = /^Bearer ([\w-]{20,200})$/i.exec(headers.get('authorization') ?? '')?.[1];
  const { db } = await database();
  const row =
    token && (await markDirectoryTokenUsed(db, sha256Hex(token), { stepS: STEP_S, burstS: BURST_S }));
  if (!row) throw unknownToken();
  const over = Number(row.ahead) + STEP_S - BURST_S;
  if (over > 1e-6) {
    const wait = String(Math.max(1, Math.ceil(over)));
    throw new ScimError(429, null, 'Too many requests. Wait a little.', { 'retry-after': wait });
  }
  const base = `${env().appUrl}/api/scim/v2`;
  return { db, id: row.id, teamId: row.teamId, providers: configuredProviders(), base };
}

/** The same for unknown, revoked and missing tokens. */
export const unknownToken = () =>
  new ScimError(401, null, 'This needs a token for a directory that an admin has made.', {
    'www-authenticate': 'Bearer realm="scim"',
  });

async function take(
  request: Request,
  params: Record<string, string>,
  directory: Directory,
  handle: Handle,
): Promise<Answer> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead && isEnding())
    throw new ScimError(503, null, 'Amber is being stopped. Nothing was changed.', { 'retry-after': '1' });
  const hasBody = !isRead && request.method !== 'DELETE';
  const body = hasBody ? await readJsonBody(request, MOST_BYTES, TYPES) : undefined;
  if (hasBody && (typeof body !== 'object' || body === null || Array.isArray(body)))
    throw new ScimError(400, 'invalidSyntax', 'The body must be a JSON object.');
  if (params.id !== undefined && !/^[\w-]{1,128}$/.test(params.id)) throw missing();
  const { searchParams: query } = new URL(request.url);
  return handle({ directory, body, query, id: params.id ?? '' });
}

function responseOf(answer: Answer): Response {
  if (!answer) return new Response(null, { status: 204 });
  const { status = 200, resource, location } = answer;
  return Response.json(resource, {
    status,
    headers: { 'content-type': TYPE, ...(location && { location }) },
  });
}

function failureOf(thrown: unknown): Response {
  const error = thrown instanceof ScimError ? thrown : plainError(thrown);
  const { status, scimType, message, headers } = error;
  const body = { schemas: [SCHEMA], status: String(status), ...(scimType && { scimType }), detail: message };
  return Response.json(body, {
    status,
    headers: { 'content-type': TYPE, 'cache-control': 'no-store', ...headers },
  });
}

function plainError(thrown: unknown): ScimError {
  const { status, message, retryAfterS } = asAppError(thrown);
  const type = isAppError(thrown) && status === 400 ? 'invalidSyntax' : null;
  return new ScimError(status, type, message, {
    ...(retryAfterS !== undefined && { 'retry-after': String(retryAfterS) }),
  });
}
