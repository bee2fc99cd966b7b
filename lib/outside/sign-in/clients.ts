import 'server-only';
/** Clients' metadata: given at registration (RFC 7591), or in a document at the address that serves as their id. */
import { z } from 'zod';
import { randomToken } from '@/db/ids';
import { log } from '@/lib/log';
import { findClient, insertClient } from '@/lib/store/outside/authorizations';
import { readAll } from '@/lib/transport/bounded-body';
import { visible, withSingleQuotes } from '@/lib/values/text';
import { OAuthError } from './answers';
import { isAmong, placeOf } from './redirect';
import type { SignInServices } from './services';

const MOST_NAME = 80;
const MOST_REDIRECTS = 10;
const DOCUMENT_BYTES = 64_000;
const DOCUMENT_MS = 10_000;

/** Unknown fields are ignored, as RFC 7591 demands; every client sends some. */
const Metadata = z.object({
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1).max(MOST_REDIRECTS),
  token_endpoint_auth_method: z.string().max(100).optional(),
  grant_types: z.array(z.string()).max(20).optional(),
  response_types: z.array(z.string()).max(20).optional(),
});

export interface ClientFacts {
  /** On one line, without invisible characters and quotation marks. */
  name: string | null;
  redirectUris: string[];
}

/** @throws OAuthError if it is invalid */
function factsOf(said: unknown): ClientFacts & { method: string | undefined } {
  const parsed = Metadata.safeParse(said);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.map(String).join('.') || 'the document';
    throw new OAuthError('invalid_client_metadata', `${field}: not as expected.`);
  }
  const { client_name, redirect_uris, grant_types, response_types, token_endpoint_auth_method } = parsed.data;
  if (!redirect_uris.every((uri) => placeOf(uri))) {
    const message =
      'redirect_uris: each must be https, http on localhost, or the scheme of a program, without a fragment.';
    throw new OAuthError('invalid_redirect_uri', message);
  }
  if (grant_types && !grant_types.includes('authorization_code')) {
    throw new OAuthError('invalid_client_metadata', 'grant_types: authorization_code must be among them.');
  }
  if (response_types && !response_types.includes('code')) {
    throw new OAuthError('invalid_client_metadata', 'response_types: code must be among them.');
  }
  return { name: nameOf(client_name), redirectUris: redirect_uris, method: token_endpoint_auth_method };
}

function nameOf(said: string | undefined): string | null {
  const name = visible(withSingleQuotes((said ?? '').replaceAll(/\s+/g, ' ').trim()));
  const start = Array.from(name.slice(0, 2 * MOST_NAME))
    .slice(0, MOST_NAME)
    .join('');
  return start === '' ? null : start === name ? name : `${start}…`;
}

/** Registers a client. All clients are public: a secret that every copy of a program contains is not one. */
export async function registerClient({ db }: Pick<SignInServices, 'db'>, said: unknown): Promise<object> {
  const { name, redirectUris } = factsOf(said);
  const id = `amber-${randomToken()}`;
  await insertClient(db, { id, name, redirectUris });
  return {
    client_id: id,
    client_id_issued_at: Math.floor(Date.now() / 1000),
    ...(name !== null && { client_name: name }),
    redirect_uris: redirectUris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}

/** A registered client; nothing for any other. */
export async function registeredClient(
  { db }: Pick<SignInServices, 'db'>,
  clientId: string,
): Promise<ClientFacts | undefined> {
  return /^amber-[\w-]{24}$/.test(clientId) ? findClient(db, clientId) : undefined;
}

/**
 * Fetches a client's document, and checks that this redirect address is in it. Only for a signed-in person, so that
 * nobody else can have requests sent from here.
 * @returns nothing if it cannot be fetched, is about another client, or names other addresses
 */
export async function documentOf(
  { fetch }: Pick<SignInServices, 'fetch'>,
  clientId: string,
  redirectUri: string,
): Promise<ClientFacts | undefined> {
  try {
    const signal = AbortSignal.timeout(DOCUMENT_MS);
    const response = await fetch(clientId, { headers: { accept: 'application/json' }, signal });
    const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (response.status !== 200 || !/^application\/(?:[\w.-]+\+)?json$/.test(type)) {
      await response.body?.cancel();
      return undefined;
    }
    const said: unknown = JSON.parse(await readAll(response, { limit: DOCUMENT_BYTES, used: 0 }, signal));
    if (Reflect.get(Object(said), 'client_id') !== clientId) return undefined;
    const { method, ...facts } = factsOf(said);
    // That would be a secret in a public document, or one that we cannot know.
    if (method?.startsWith('client_secret')) return undefined;
    return isAmong(redirectUri, facts.redirectUris) ? facts : undefined;
  } catch (error) {
    // Nothing of the document is logged, since a stranger wrote it.
    log('info', 'client_document', { host: URL.parse(clientId)?.host, name: Object(error).name });
    return undefined;
  }
}
