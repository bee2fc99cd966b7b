import 'server-only';
/**
 * The entrance to all our route handlers: `export const { GET, POST, ... } = methods({...})`. It lets through only
 * requests that are signed in, come from our own pages, are small, and carry JSON (or a file, where a route takes one)
 * of the declared shape. The checks run in this order: 405, 401, 403 (an auditor on a route not open to auditors, then
 * a foreign origin), 415, 413, 400; after that the handler decides about 404, 403 and 409. Nothing else reads the
 * request.
 */
import { z } from 'zod';
import { getCaller } from '@/lib/auth/session';
import { env } from '@/lib/env';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { works } from '@/lib/people/roles';
import { Turns } from '@/lib/values/turns';
import { readFileBody, readJsonBody } from './body';
import { failureResponse } from './failure';
import { requireOwnOrigin } from './origin';
import { routeOf, seen, seenWork } from './seen';
import { isEnding, track } from './shutdown';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof METHODS)[number];
type Params = Record<string, string>;
/** Next gives nothing where a path has no parameters. */
/** A catch-all segment comes as a list; such routes look at none of it. */
type Context = { params: Promise<Record<string, string | string[] | undefined> | undefined> };
type RouteHandler = (request: Request, context: Context) => Promise<Response>;

/** What a handler gets; everything in it has been checked. */
export interface Incoming<Body, Query, Who> {
  caller: Who;
  body: Body;
  query: Query;
  /** The file, where the route takes one; empty otherwise. */
  file: Buffer;
  /** From the path; only `[A-Za-z0-9_-]`, anything else has been answered with 404. */
  params: Params;
  request: Request;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

interface Shape<Body, Query, Who> {
  /** Open to auditors. Without it they are refused, so that they get none of the team's data by oversight. */
  auditors?: true;
  /** Also open to people who have yet to set up the second factor that their team requires. */
  settingUp?: true;
  /** Strict; without it only an empty body or `{}` is taken. */
  body?: z.ZodType<Body>;
  /** The body is a file of at most this many bytes instead of JSON. Each person's files are taken one at a time. */
  fileBytes?: number;
  /** How many more files of one person may wait, unread; absent: none. */
  filesWaiting?: number;
  /** Of the search parameters, each a string; without it they are ignored. */
  query?: z.ZodType<Query>;
  /** A `Response`, a value to be answered as JSON with 200, or `undefined`: 204. */
  handle(incoming: Incoming<Body, Query, Who>): Promise<unknown>;
}

/** A declared handler; made by `endpoint` or `openEndpoint`. */
export interface Endpoint {
  /** @param route the address, as the route's folder spells it */
  answer(request: Request, params: Params, door: Door, route: string): Promise<unknown>;
}

/** Where the entrance gets its facts; tests give their own. */
export interface Door {
  caller(headers: Headers, asked?: { settingUp?: boolean }): Promise<Caller | null>;
  origins(): readonly string[];
}

const ownDoor: Door = { caller: getCaller, origins: () => env().origins };
const NOTHING = z.strictObject({});
const NO_FILE = Buffer.alloc(0);
const IDENTIFIER = /^[A-Za-z0-9_-]{1,128}$/;

/** A handler for signed-in people; everyone else gets 401. */
export function endpoint<Body = Record<string, never>, Query = Record<string, never>>(
  shape: Shape<Body, Query, Caller>,
): Endpoint {
  const turns = new Turns({ each: 1 + (shape.filesWaiting ?? 0) });
  return {
    async answer(request, params, door, route) {
      const caller = await door.caller(request.headers, { settingUp: shape.settingUp ?? false });
      if (!caller) throw await nobody(request.headers, door);
      if (!works(caller.role) && !shape.auditors) {
        throw new AppError('forbidden', 'An auditor reads the record, and nothing else of the team.');
      }
      const enter = shape.fileBytes ? () => turns.enter(caller.userId) : undefined;
      return seenWork(request, route, () => admit(shape, caller, { request, params, door, enter }));
    },
  };
}

/** People who lack the second factor that their team requires are told what to do. */
async function nobody(headers: Headers, door: Door): Promise<AppError> {
  if (await door.caller(headers, { settingUp: true })) {
    return new AppError('second_factor', 'Your team asks you for a second factor. Set one up first.');
  }
  return new AppError('unauthorized', 'Sign in first.');
}

/** A handler that needs no session, such as signing up. */
export function openEndpoint<Body = Record<string, never>, Query = Record<string, never>>(
  shape: Omit<Shape<Body, Query, null>, 'fileBytes' | 'filesWaiting' | 'auditors' | 'settingUp'>,
): Endpoint {
  return { answer: (request, params, door) => admit(shape, null, { request, params, door }) };
}

/** Handlers for Next, one per method; methods that are not declared answer 405. */
export function methods(
  endpoints: Partial<Record<Method, Endpoint>>,
  door: Door = ownDoor,
): Record<Method, RouteHandler> {
  const allowed = METHODS.filter((method) => endpoints[method]);
  const handlerOf = (method: Method): RouteHandler => {
    const declared = endpoints[method];
    if (!declared) return async (request) => methodNotAllowed(request, allowed);
    return (request, context) => track(answerSeen(declared, request, context, door));
  };
  return Object.fromEntries(METHODS.map((method) => [method, handlerOf(method)])) as Record<
    Method,
    RouteHandler
  >;
}

async function answerSeen(
  declared: Endpoint,
  request: Request,
  context: Context,
  door: Door,
): Promise<Response> {
  const params = (await context.params) ?? {};
  const route = routeOf(request, params);
  return seen(request, route, () => answerOf(declared, request, { params: named(params), route, door }));
}

async function answerOf(
  declared: Endpoint,
  request: Request,
  { params, route, door }: { params: Params; route: string; door: Door },
): Promise<Response> {
  try {
    return asResponse(await declared.answer(request, params, door, route));
  } catch (error) {
    return asResponse(failureResponse(error));
  }
}

function named(params: Record<string, string | string[] | undefined>): Params {
  const single = Object.entries(params).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(single);
}

interface Asked {
  request: Request;
  params: Params;
  door: Door;
  /**
   * Waits for the person's turn to send a file.
   * @returns ends the turn
   */
  enter?: (() => Promise<() => void>) | undefined;
}

async function admit<Body, Query, Who>(
  shape: Shape<Body, Query, Who>,
  caller: Who,
  asked: Asked,
): Promise<unknown> {
  const { request, door, enter } = asked;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead) requireOwnOrigin(request.headers, door.origins());
  if (!isRead && isEnding())
    throw new AppError('unavailable', 'Amber is being stopped. Nothing was changed.', {}, 1);
  // Checked before the body is read, because whatever is read stays in memory.
  const leave = isRead ? undefined : await enter?.();
  try {
    return await take(shape, caller, asked, isRead);
  } finally {
    leave?.();
  }
}

async function take<Body, Query, Who>(
  shape: Shape<Body, Query, Who>,
  caller: Who,
  { request, params }: Asked,
  isRead: boolean,
): Promise<unknown> {
  const file = isRead || !shape.fileBytes ? NO_FILE : await readFileBody(request, shape.fileBytes);
  const sent = isRead || shape.fileBytes ? {} : ((await readJsonBody(request)) ?? {});
  const body = check(shape.body ?? (NOTHING as unknown as z.ZodType<Body>), sent, 'body');
  const query = shape.query ? check(shape.query, searchParams(request), 'query') : ({} as Query);
  if (!Object.values(params).every((value) => IDENTIFIER.test(value))) {
    throw new AppError('not_found', 'There is nothing here.');
  }
  return shape.handle({ caller, body, query, file, params, request, signal: request.signal });
}

function check<Value>(schema: z.ZodType<Value>, value: unknown, place: 'body' | 'query'): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError('bad_request', `The ${place} is not as expected: ${listOf(parsed.error)}.`);
}

/** Field by field, without the values that were sent. */
function listOf(error: z.ZodError): string {
  const lines = error.issues.slice(0, 5).map((issue) => {
    const place = issue.path.length > 0 ? `${issue.path.map(String).join('.')}: ` : '';
    return place + issue.message.slice(0, 200).replace(/\.$/, '');
  });
  return lines.join('; ');
}

function searchParams(request: Request): Record<string, string> {
  const found: [string, string][] = [...new URL(request.url).searchParams];
  if (new Set(found.map(([name]) => name)).size < found.length) {
    throw new AppError('bad_request', 'A search parameter stands twice.');
  }
  // A text column cannot hold NUL, so nothing can be found by it.
  if (found.some((pair) => pair.join('').includes('\0'))) {
    throw new AppError('bad_request', 'A search parameter holds a zero character.');
  }
  return Object.fromEntries(found);
}

function asResponse(answer: unknown): Response {
  const response = answer instanceof Response ? answer : asJson(answer);
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
  response.headers.set('x-content-type-options', 'nosniff');
  return response;
}

function asJson(value: unknown): Response {
  return value === undefined ? new Response(null, { status: 204 }) : Response.json(value);
}

function methodNotAllowed(request: Request, allowed: Method[]): Response {
  const message = `${request.method} is not possible here, only ${allowed.join(', ')}.`;
  const response = failureResponse(new AppError('method_not_allowed', message));
  response.headers.set('allow', allowed.join(', '));
  return response;
}
