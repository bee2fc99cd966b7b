/** Redirects to a single sign-on provider. */
import { z } from 'zod';
import { safePath } from '@/components/sign-in/safe-path';
import { SignInLimit } from '@/lib/auth/sign-in-limit';
import { env } from '@/lib/env';
import { placeOf } from '@/lib/http/place';
import { methods, openEndpoint } from '@/lib/http/route';
import { beginSignOn } from '@/lib/single-sign-on/begin';
import { browserCookie, browserIn } from '@/lib/single-sign-on/browser';
import { signOnContext } from '@/lib/single-sign-on/context';
import { SignOnFailed } from '@/lib/single-sign-on/failed';
import { failedPlace, redirected } from '../redirected';

const query = z.object({ next: z.string().max(2000).optional(), email: z.email().max(254).optional() });

/** Each attempt leaves a row for ten minutes. Generous, since a whole company may sign in from one address in the morning. */
const begun = new SignInLimit(1000, 600_000);

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: openEndpoint({
    query,
    async handle({ params, query: { next, email }, request: { headers } }) {
      const { appUrl } = env();
      const provider = params.provider ?? '';
      const target = safePath(next);
      try {
        if (!begun.begin(placeOf(headers))) throw new SignOnFailed('too-many');
        const asked = { provider, target, email, browser: browserIn(headers, appUrl) };
        const { url, browser } = await beginSignOn(await signOnContext(), asked);
        return redirected(url, browserCookie(browser, appUrl));
      } catch (error) {
        return redirected(failedPlace(provider, error));
      }
    },
  }),
});
