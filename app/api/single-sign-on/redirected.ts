/** Where a browser goes next, and the page for what came to nothing. */
import { env } from '@/lib/env';
import { log } from '@/lib/log';
import { SignOnFailed } from '@/lib/single-sign-on/failed';

export function redirected(location: string, cookie?: string): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  if (cookie !== undefined) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

/** @throws anything that is not a failed sign-in */
export function failedPlace(provider: string, error: unknown): string {
  const isOurs = error instanceof SignOnFailed || (error instanceof Error && error.name === 'SignOnFailed');
  if (!isOurs) throw error;
  const problem = String(Reflect.get(error, 'problem'));
  log('warn', 'sign_on_failed', { provider, problem, why: Reflect.get(error, 'detail') });
  return `${env().appUrl}/sign-in/failed?why=${encodeURIComponent(problem)}`;
}
