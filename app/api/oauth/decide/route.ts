/** A person decides about a client that asks to be let in; the answer says where the browser goes on to. */
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { browserSecret } from '@/lib/outside/sign-in/browser-secret';
import { decideSignIn, deviceOf } from '@/lib/outside/sign-in/decide';
import { ownSignIn } from '@/lib/outside/sign-in/own-sign-in';
import { TOKEN_DAYS } from '@/lib/outside/token-view';

const body = z.strictObject({
  id: z.string().regex(/^[\w-]{24}$/, 'must be the id of a request'),
  allow: z.boolean(),
  scopes: z.array(z.string().max(50)).max(50),
  days: z.literal(TOKEN_DAYS),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body,
    async handle({ caller, body, request: { headers } }) {
      const browser = browserSecret(headers.get('cookie'));
      const device = deviceOf(headers.get('user-agent'));
      return decideSignIn(await ownSignIn(), caller, body, { browser, device });
    },
  }),
});
