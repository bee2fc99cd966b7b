/**
 * Our client at an authorization server: an id that an admin was given there, our metadata document, or dynamic
 * registration.
 */
import { AuthorizationError } from './authorization-error';
import type { Issuer } from './issuer-metadata';
import { askJson, hostOf, isLocal, type Web } from './web';

/** How this installation presents itself. */
export interface Self {
  /** Where people are sent back to. */
  redirectUri: string;
  /** The https address of our metadata document, if we have one. */
  documentUrl?: string;
}

export const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

/** Valid at one authorization server only. */
export interface Client {
  id: string;
  secret?: string;
  method: AuthMethod;
  source: 'given' | 'document' | 'registered';
}

const NAME = 'Amber';
const MAX_ID = 2_000;

/** An id that an admin was given, with its way of client authentication. */
export function givenClient(id: string, secret: string | undefined, issuer: Issuer): Client {
  return { id, ...(secret && { secret }), method: methodFor(issuer, secret), source: 'given' };
}

/**
 * Uses our metadata document if it is accepted, otherwise registers. The caller remembers what was given or registered
 * before.
 * @throws AuthorizationError `needs-client` if somebody has to register us by hand
 */
export async function becomeClient(web: Web, issuer: Issuer, self: Self): Promise<Client> {
  if (issuer.takesDocuments && self.documentUrl)
    return { id: self.documentUrl, method: 'none', source: 'document' };
  const host = hostOf(issuer.issuer);
  const endpoint = issuer.registrationEndpoint;
  if (endpoint === undefined)
    throw new AuthorizationError(
      `${host} takes only clients that were registered there by hand.`,
      'needs-client',
    );
  const wanted = AUTH_METHODS.find((method) => issuer.authMethods.includes(method)) ?? 'none';
  const { status, body } = await askJson(web, endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...aboutUs(self), token_endpoint_auth_method: wanted }),
  });
  if (status >= 500) throw new AuthorizationError(`${host} answered with HTTP ${status}.`, 'unreachable');
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: said } = body;
  if (status >= 300 || !isWord(id))
    throw new AuthorizationError(`${host} refused to register Amber by itself.`, 'needs-client');
  const given = isWord(secret) ? secret : undefined;
  const method = AUTH_METHODS.find((one) => one === said) ?? methodFor(issuer, given);
  return {
    id,
    ...(given !== undefined && { secret: given }),
    method: given === undefined ? 'none' : method,
    source: 'registered',
  };
}

/** Our client metadata, for registration and for our document. */
export function aboutUs({ redirectUri }: Self): Record<string, unknown> {
  return {
    client_name: NAME,
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: isLocal(new URL(redirectUri)) ? 'native' : 'web',
  };
}

function methodFor({ authMethods }: Issuer, secret: string | undefined): AuthMethod {
  if (secret === undefined) return 'none';
  return authMethods.includes('client_secret_basic') || !authMethods.includes('client_secret_post')
    ? 'client_secret_basic'
    : 'client_secret_post';
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID;
}
