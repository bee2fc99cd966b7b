import 'server-only';
/**
 * `/oauth/authorize`: stores a client's request, and sends the browser to the page on which a person decides. Errors
 * are shown here: nobody is redirected to an address that a stranger has put into a link.
 */
import { randomToken } from '@/db/ids';
import { insertRequest } from '@/lib/store/outside/authorizations';
import { sha256Hex } from '@/lib/values/canonical-json';
import type { Scope } from '@/mcp/scopes';
import { GRANTABLE, resourceOf } from '../challenge';
import { OAuthError, onlyOnce } from './answers';
import { registeredClient } from './clients';
import { isDocument } from './document-id';
import { isAmong, placeOf } from './redirect';
import type { SignInServices } from './services';

/** Time for signing in, and for thinking about it. */
const OPEN_SECONDS = 15 * 60;
const MOST_QUERY = 8_000;
const MOST_STATE = 4_000;

export interface Asked {
  clientId: string;
  redirectUri: string;
  state: string | null;
  challenge: string;
  asked: Scope[] | null;
  resource: string;
}

/** @throws OAuthError if it is invalid */
function readAsked(query: string, origin: string): Asked {
  if (query.length > MOST_QUERY) throw new OAuthError('invalid_request', 'The request is too long.');
  const given = onlyOnce(new URLSearchParams(query));
  const named = (name: string) => {
    const value = given.get(name);
    if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing.`);
    return value;
  };
  const [clientId, redirectUri] = [named('client_id'), named('redirect_uri')];
  if (named('response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type must be code.');
  }
  const challenge = named('code_challenge');
  if (given.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge)) {
    throw new OAuthError('invalid_request', 'code_challenge must be one of PKCE with the method S256.');
  }
  if (
    (given.get('response_mode') ?? 'query') !== 'query' ||
    given.has('request') ||
    given.has('request_uri')
  ) {
    throw new OAuthError('invalid_request', 'response_mode, request and request_uri are not supported.');
  }
  const state = given.get('state') ?? null;
  if ((state?.length ?? 0) > MOST_STATE) throw new OAuthError('invalid_request', 'state is too long.');
  const resource = requireResource(given.get('resource'), origin);
  return { clientId, redirectUri, state, challenge, asked: readScopes(given.get('scope')), resource };
}

/**
 * The resource must be our tools. There is no other, so a client older than RFC 8707 need not name it.
 * @throws OAuthError invalid_target: it names something else
 */
function requireResource(named: string | undefined, origin: string): string {
  const ours = resourceOf(origin);
  if (named === undefined || named === ours) return ours;
  throw new OAuthError('invalid_target', `resource must be ${ours}.`);
}

/**
 * The requested scopes that exist here, in the order of lists; null if there are none. Others, such as offline_access,
 * are ignored.
 */
export function readScopes(scope: string | undefined): Scope[] | null {
  const words = new Set(scope?.split(' '));
  const known = GRANTABLE.filter((one) => words.has(one));
  return known.length > 0 ? known : null;
}

/**
 * Stores the request.
 * @param browser a secret of the requesting browser: nobody else can decide it
 * @returns the id of the page
 * @throws OAuthError if it is invalid: then nobody is redirected anywhere
 */
export async function beginSignIn(
  services: SignInServices,
  query: string,
  { origin, browser }: { origin: string; browser: string },
): Promise<string> {
  const asked = readAsked(query, origin);
  const { clientId, redirectUri } = asked;
  const isByDocument = isDocument(clientId);
  const client = isByDocument ? undefined : await registeredClient(services, clientId);
  if (!isByDocument && !client) {
    throw new OAuthError('invalid_client', 'This client is not known here: it has to register again.');
  }
  // What a document names is fetched once it is known who is asking.
  const isTheirs = client ? isAmong(redirectUri, client.redirectUris) : placeOf(redirectUri) !== undefined;
  if (!isTheirs) {
    throw new OAuthError('invalid_redirect_uri', 'redirect_uri is not one that this client has named.');
  }
  const id = randomToken();
  const row = { id, ...asked, clientName: client?.name ?? null, browserHash: sha256Hex(browser) };
  await insertRequest(services.db, { ...row, isChecked: client !== undefined }, OPEN_SECONDS);
  return id;
}
