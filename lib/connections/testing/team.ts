/** Connections of a team whose admins decide about servers, as its database says. */
import type { Database } from '@/db/client';
import { createConnections, type ServedConnections } from '../connect';
import type { ServerConfig } from '../server-config';
import { ServerBook } from '../team/book';
import type { Caller } from '../types';
import { webFetch } from '../web-fetch';
import { EMPTY_OWN } from './caller';

export const SECRET = 'a secret for tests only, long enough';

/** As a process of its own; servers of the settings may be on this machine. */
export function connectionsOf(
  db: Database,
  caller: Caller,
  servers: ServerConfig[],
  secret = SECRET,
): ServedConnections {
  const book = new ServerBook(() => db, secret);
  return createConnections({ own: EMPTY_OWN, servers, book, webFetch: () => webFetch() }).connectionsFor(
    caller,
  );
}
