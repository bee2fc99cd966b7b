import 'server-only';
/** What monitoring sees of every request: an id, which is in the answer and in every log line; the status; the duration. */
import { randomUUID } from 'node:crypto';
import { withIds } from '@/lib/seeing/ids';
import { counted, timed } from '@/lib/seeing/meters';
import { span } from '@/lib/seeing/spans';
import { readTraceparent } from '@/lib/seeing/trace-context';

/** @param route the route's pattern, never the address as requested */
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
 * A span around the work of a request whose sender is known; it joins the trace that the sender names. Strangers'
 * requests get no span, so that nobody fills the collector or joins a trace without a session or a token.
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
 * The address without the caller's data: each parameter value is replaced by the parameter's name, so only folder names
 * are left.
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
    // Headers of redirects and of fetched responses are immutable.
    const { status, statusText, body } = response;
    const headers = new Headers(response.headers);
    headers.set('x-request-id', id);
    return new Response(body, { status, statusText, headers });
  }
}
