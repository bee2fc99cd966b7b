/**
 * Where people return from a single sign-on provider: signed in, or on a page that says why not. No text from the
 * address is shown.
 */
import { sessionCookie } from '@/lib/auth/session-cookie';
import { env } from '@/lib/env';
import { placeOf } from '@/lib/http/place';
import { methods, openEndpoint } from '@/lib/http/route';
import { browserIn } from '@/lib/single-sign-on/browser';
import { signOnContext } from '@/lib/single-sign-on/context';
import { finishSignOn } from '@/lib/single-sign-on/finish';
import { failedPlace, redirected } from '../../redirected';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: openEndpoint({
    async handle({ params, request: { headers, url } }) {
      const settings = env();
      const provider = params.provider ?? '';
      try {
        const { target, ...session } = await finishSignOn(await signOnContext(), {
          provider,
          query: new URL(url).searchParams,
          browser: browserIn(headers, settings.appUrl),
          ipAddress: placeOf(headers) || null,
          userAgent: headers.get('user-agent')?.slice(0, 500) ?? null,
        });
        return redirected(`${settings.appUrl}${target}`, sessionCookie(session, settings));
      } catch (error) {
        return redirected(failedPlace(provider, error));
      }
    },
  }),
});
