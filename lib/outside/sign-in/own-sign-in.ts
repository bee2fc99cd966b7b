import 'server-only';
/** How clients sign in to this installation. */
import { createHmac } from 'node:crypto';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { track } from '@/lib/http/shutdown';
import { isOpen } from '@/lib/transport/addresses';
import { webFetch } from '@/lib/transport/web-fetch';
import { once } from '@/lib/values/once';
import { derivedSecret } from '@/lib/values/secret-before';
import { newLimits, type SignInServices } from './services';

const limits = once('sign-in-limits', newLimits);
const reach = once('client-document-reach', () => ({ open: webFetch({ allows: isOpen }), any: webFetch() }));

export async function ownSignIn(): Promise<SignInServices> {
  const { db } = await database();
  const { origins, secret, demo, privateServers } = env();
  // A separate key, so that data returned by clients shares none with sessions.
  const key = derivedSecret(secret, (one) =>
    createHmac('sha256', one).update('sign-in of other clients').digest('hex'),
  );
  return { db, origins, secret: key, demo, fetch: privateServers ? reach.any : reach.open, limits };
}

/** The handlers of a route whose methods are judged by what answers it. */
export function routeOf(
  answer: (services: SignInServices, request: Request) => Promise<Response> | Response,
) {
  const handle = (request: Request) => track(ownSignIn().then((services) => answer(services, request)));
  return {
    GET: handle,
    HEAD: handle,
    POST: handle,
    PUT: handle,
    PATCH: handle,
    DELETE: handle,
    OPTIONS: handle,
  };
}
