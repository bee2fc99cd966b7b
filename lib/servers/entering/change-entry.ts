import 'server-only';
/**
 * An admin changes the address or the credentials of a server in place: the server is contacted before any of it is
 * stored.
 */
import { AppError } from '@/lib/errors';
import { updateServer } from '@/lib/store/servers/servers';
import { markAllSignedOut } from '@/lib/store/servers/sign-ins';
import type { WebServerConfig } from '@/lib/transport/server-config';
import { type ChangeContext, change, readServers } from '../change-servers';
import { assertAdmin } from '../rights';
import { sealHeaders } from '../sealed-headers';
import type { ServersView } from '../servers-view';
import { assertAnswers, assertOpen, assertUsable } from './new-server';

export interface ChangedServer {
  url: string;
  /** The values entered; null removes a header. Headers not named stay, provided the address stays the same. */
  headers: Record<string, string | null>;
}

/**
 * A new address invalidates what was said of the old one: who vouched for it, what was seen, who signed in.
 * @throws AppError forbidden, not_found, bad_request, conflict if the operator's file lists it, unavailable if it does
 * not answer
 */
export async function changeServer(
  context: ChangeContext,
  name: string,
  { url, headers }: ChangedServer,
  { secret, mayBePrivate }: { secret: string; mayBePrivate: boolean },
): Promise<ServersView> {
  const { db, caller, connections } = context;
  await assertAdmin(db, caller);
  const config = await connections.configNamed(name);
  if (!config) throw new AppError('not_found', 'There is no such server.');
  if (config.program || config.origin !== 'settings')
    throw new AppError('conflict', 'The operator\u2019s file lists this server; it is changed there.');
  const entered = { name, url, type: config.type, headers: headersOf(config, url, headers) };
  assertUsable(entered, 'This cannot be changed so:');
  if (!mayBePrivate) assertOpen(url);
  const { timeoutMs } = config;
  await assertAnswers(connections, { ...entered, timeoutMs }, 'Nothing was changed.');
  const { teamId } = caller;
  const sealedHeaders = sealHeaders(secret, { teamId, name, url }, entered.headers);
  await change(context, async (tx) => {
    // Somebody else may have changed it while the server was contacted.
    const isDone = await updateServer(tx, { teamId, name, url: config.url }, { url, sealedHeaders });
    if (!isDone)
      throw new AppError('changed', 'The server was changed meanwhile. Nothing was changed; look again.');
    if (url !== config.url) await markAllSignedOut(tx, teamId, name);
  });
  return readServers(context, name);
}

/** A credential is sent to no other place than the one it was entered for. */
function headersOf(
  config: WebServerConfig,
  url: string,
  changes: ChangedServer['headers'],
): Record<string, string> {
  const isSamePlace = URL.parse(url)?.origin === new URL(config.address ?? config.url).origin;
  const kept = isSamePlace ? config.headers : {};
  const named = new Set(Object.keys(changes).map((header) => header.toLowerCase()));
  const stays = Object.entries(kept).filter(([header]) => !named.has(header.toLowerCase()));
  const given = Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries([...stays, ...given]);
}
