/** Whether a changing request comes from the app's own pages; a cookie alone does not prove that. */
import { AppError } from '@/lib/errors';

/**
 * Refuses a request whose `Origin` is not one of ours, or whose browser says that it is cross-site.
 * @param origins what counts as ours, such as `https://amber.example.com`
 * @throws AppError 403
 */
export function requireOwnOrigin(headers: Headers, origins: readonly string[]): void {
  const origin = headers.get('origin');
  if (origin === null) throw new AppError('forbidden', 'The Origin header is missing.');
  if (!origins.includes(origin)) {
    const shown = JSON.stringify(origin.slice(0, 200));
    const message = `The origin ${shown} is not Amber's own: open it at ${origins.join(' or ')}, or set AMBER_URL.`;
    throw new AppError('forbidden', message);
  }
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') {
    throw new AppError('forbidden', 'Only requests from the app itself are accepted (Sec-Fetch-Site).');
  }
}

/**
 * For reads that a link must not trigger: refuses requests made by another site. An address typed by the person is
 * allowed.
 * @throws AppError 403
 */
export function refuseOtherSites(headers: Headers): void {
  const site = headers.get('sec-fetch-site');
  if (site === null || site === 'same-origin' || site === 'none') return;
  throw new AppError('forbidden', 'Another site asked for this: open it from Amber itself (Sec-Fetch-Site).');
}
