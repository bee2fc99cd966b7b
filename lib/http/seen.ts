import 'server-only';
/** What is seen of every request: its id, in the answer and in every line of the log; how it was answered; how long it took. */
import { randomUUID } from 'node:crypto';
import { withIds } from '@/lib/seeing/ids';
import { counted, timed } from '@/lib/seeing/meters';
import { span } from '@/lib/seeing/spans';
import { readTraceparent } from '@/lib/seeing/trace-context';

/** @param route as its file is called, never as it was asked for */
export async function seen(
  request: Request,
  route: string,
  answer: () => Promise<Response>,
): Promise<Response> {
  const id = randomUUID();
  const startedAt = performance.now();
  const { method } = request;
  const response = await withIds({ request: id }, answer);
  const status = String(response.status);
  counted('amber_http_requests_total', { method, route, status });
  timed('amber_http_request_seconds', { method, route }, performance.now() - startedAt);
  return withHeader(response, id);
}

/**
 * The work of a request whose sender is known: it is a part of what that says it is a part of. Of strangers' requests there
 * is no span, so that nobody fills the collector, or joins a trace, without a session or a token.
 */
export function seenWork<Result>(
  request: Request,
  route: string,
  work: () => Promise<Result>,
  traceparent: unknown = request.headers.get('traceparent'),
): Promise<Result> {
  const attributes = { 'http.request.method': request.method, 'http.route': route };
  const under = readTraceparent(traceparent) ?? null;
  return span(`${request.method} ${route}`, { kind: 'server', attributes, under }, work);
}

/**
 * The address without what is the caller's in it: each value of a parameter is replaced by the parameter's name. What is
 * left are the names of folders.
 */
export function routeOf(
  request: Request,
  params: Record<string, string | string[] | undefined> = {},
): string {
  const values = Object.entries(params);
  const all = values.find(([, value]) => Array.isArray(value));
  if (all) return `/api/[...${all[0]}]`;
  const parts = new URL(request.url).pathname.split('/');
  for (const [name, value] of values.reverse()) {
    const at = parts.lastIndexOf(String(value));
    if (at < 0) return '/api/[odd]';
    parts[at] = `[${name}]`;
  }
  return parts.join('/');
}

function withHeader(response: Response, id: string): Response {
  try {
    response.headers.set('x-request-id', id);
    return response;
  } catch {
    // Of a redirect, and of what was fetched, they cannot be changed.
    const { status, statusText, body } = response;
    const headers = new Headers(response.headers);
    headers.set('x-request-id', id);
    return new Response(body, { status, statusText, headers });
  }
}
