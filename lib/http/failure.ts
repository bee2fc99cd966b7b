import 'server-only';
/** How failures are answered: always `{error: {code, message}}`, and never more than may be shown. */
import { asAppError } from '@/lib/as-app-error';
import type { AppError } from '@/lib/errors';

/** The answer to whatever a handler threw. */
export function failureResponse(thrown: unknown): Response {
  const error = asAppError(thrown);
  const body = { error: { code: error.code, message: error.message }, ...error.details };
  return Response.json(body, { status: error.status, headers: failureHeaders(error) });
}

export function failureHeaders({ retryAfterS }: AppError): Record<string, string> {
  return {
    'cache-control': 'no-store',
    ...(retryAfterS !== undefined && { 'retry-after': String(retryAfterS) }),
  };
}
