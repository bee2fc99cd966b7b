/** A process of Amber for tests of sign-ins: its own pool over a database, and people who sign in. */
import type { Database } from '@/db/client';
import { createConnections } from '@/lib/connections/connect';
import { EMPTY_OWN } from '@/lib/connections/testing/caller';
import { SECRET } from '@/lib/connections/testing/team';
import type { Caller } from '@/lib/people/caller';
import { ServerBook } from '@/lib/servers/book';
import type { ServerConfig } from '@/lib/transport/server-config';
import { webFetch } from '@/lib/transport/web-fetch';
import { begin } from '../begin';
import type { SignInContext } from '../context';
import { selfOf } from '../context';
import { finish } from '../finish';
import { signInsInUse } from '../in-use';

export function processOf(db: Database, servers: ServerConfig[]) {
  const book = new ServerBook(() => db, SECRET);
  const signIns = signInsInUse({ db: () => db, secret: SECRET, book, privateServers: true });
  const pool = createConnections({
    own: EMPTY_OWN,
    servers,
    book,
    signIns,
    patienceMs: 60_000,
    webFetch: () => webFetch(),
  });
  const context = (caller: Caller, sessionHash = `session of ${caller.userId}`): SignInContext => ({
    db,
    caller,
    sessionHash,
    secret: SECRET,
    privateServers: true,
    self: selfOf('http://localhost:3000'),
    connections: pool.connectionsFor(caller),
  });
  /** Up to the redirect back: the parameters in its address. */
  const wayBack = async (caller: Caller, server = 's') => {
    const { url } = await begin(context(caller), { server });
    const answer = await fetch(url, { redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '').searchParams;
  };
  const signIn = async (caller: Caller, server = 's') =>
    finish(context(caller), await wayBack(caller, server));
  return { pool, context, wayBack, signIn };
}
