/** For whom a sign-in is begun, ended or looked at, and how this installation presents itself. */
import type { Database } from '@/db/client';
import { aboutUs, type Self } from '@/lib/authorization/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import type { ServedConnections } from '@/lib/servers/served-connections';

export interface SignInContext {
  db: Database;
  caller: Caller;
  connections: ServedConnections;
  /** SHA-256 (hex) of the token of the session. */
  sessionHash: string;
  /** The secret with which all of it is sealed. */
  secret: string;
  self: Self;
  privateServers: boolean;
}

const CALLBACK_PATH = '/oauth/callback';
const DOCUMENT_PATH = '/oauth/client.json';

/** Our metadata document can be fetched by others only if we are reached over TLS. */
export function selfOf(appUrl: string): Self {
  const redirectUri = `${appUrl}${CALLBACK_PATH}`;
  return appUrl.startsWith('https:')
    ? { redirectUri, documentUrl: `${appUrl}${DOCUMENT_PATH}` }
    : { redirectUri };
}

/**
 * Our client metadata, for servers that accept a document as a client.
 * @throws AppError not_found if nobody could fetch it
 */
export function clientDocument(appUrl: string): Record<string, unknown> {
  const self = selfOf(appUrl);
  if (!self.documentUrl) throw new AppError('not_found', 'There is nothing here.');
  const about = { client_id: self.documentUrl, client_uri: appUrl, ...aboutUs(self) };
  return { ...about, token_endpoint_auth_method: 'none' };
}
