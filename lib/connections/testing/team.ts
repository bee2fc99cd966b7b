/** Connections of a team whose servers are decided by its admins and stored in its database. */
import type { Database } from '@/db/client';
import type { Caller } from '@/lib/people/caller';
import { ServerBook } from '@/lib/servers/book';
import type { ServedConnections } from '@/lib/servers/served-connections';
import type { ServerConfig } from '@/lib/transport/server-config';
import { webFetch } from '@/lib/transport/web-fetch';
import { createConnections } from '../connect';
import { EMPTY_OWN } from './caller';

export const SECRET = 'a secret for tests only, long enough';

/** As a separate process; servers from the settings may be on this machine. */
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
