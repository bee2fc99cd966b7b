/** A person decides about a client that asks to be let in; the answer says where the browser goes next. */
import { z } from 'zod';
import { connectionsFor } from '@/lib/connections/for-caller';
import { endpoint, methods } from '@/lib/http/route';
import { serversNamed } from '@/lib/outside/gateway/change';
import { browserSecret } from '@/lib/outside/sign-in/browser-secret';
import { decideSignIn, deviceOf } from '@/lib/outside/sign-in/decide';
import { ownSignIn } from '@/lib/outside/sign-in/own-sign-in';
import { MOST_SERVERS, TOKEN_DAYS } from '@/lib/outside/token-view';

const body = z.strictObject({
  id: z.string().regex(/^[\w-]{24}$/, 'must be the id of a request'),
  allow: z.boolean(),
  scopes: z.array(z.string().max(50)).max(50),
  servers: z.array(z.string().min(1).max(32)).max(MOST_SERVERS).default([]),
  days: z.literal(TOKEN_DAYS),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body,
    async handle({ caller, body, request: { headers } }) {
      const browser = browserSecret(headers.get('cookie'));
      const device = deviceOf(headers.get('user-agent'));
      const servers = await serversNamed(connectionsFor(caller), body.servers);
      return decideSignIn(await ownSignIn(), caller, { ...body, servers }, { browser, device });
    },
  }),
});
