/** An authorization server's metadata (RFC 8414, OpenID Connect Discovery), as far as it may be used. */
import { AuthorizationError } from './authorization-error';
import { onlyScopes } from './challenge';
import { askJson, hostOf, secureUrl, type Web } from './web';

export interface Issuer {
  /** Exactly as it was requested, character by character. */
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  registrationEndpoint?: string;
  /** Supported methods of client authentication. */
  authMethods: readonly string[];
  scopes: readonly string[];
  /** It promises the `iss` parameter in its responses (RFC 9207). */
  namesItself: boolean;
  /** It accepts the URL of a metadata document as a client id. */
  takesDocuments: boolean;
}

/**
 * @throws AuthorizationError if it has no metadata, if that is about another issuer, or if it lacks what protects the
 * code
 */
export async function findIssuer(web: Web, issuer: string): Promise<Issuer> {
  secureUrl(issuer, 'whoever lets people in', web);
  for (const place of placesOf(issuer)) {
    const { status, body } = await askJson(web, place);
    if (status >= 500)
      throw new AuthorizationError(`${hostOf(place)} answered with HTTP ${status}.`, 'unreachable');
    if (status === 200) return issuerIn(body, issuer, web);
  }
  throw new AuthorizationError(`${hostOf(issuer)} does not say how to sign in there.`);
}

function placesOf(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const oauth = `${origin}/.well-known/oauth-authorization-server${path}`;
  const openId = `${origin}/.well-known/openid-configuration${path}`;
  return path === '' ? [oauth, openId] : [oauth, openId, `${origin}${path}/.well-known/openid-configuration`];
}

function issuerIn(body: Record<string, unknown>, issuer: string, web: Web): Issuer {
  const host = hostOf(issuer);
  // Not normalised: an additional slash makes it another issuer (RFC 8414, 3.3).
  if (body.issuer !== issuer)
    throw new AuthorizationError(`What ${host} says of its sign-in is about another one.`);
  if (!isListed(body.code_challenge_methods_supported, 'S256'))
    throw new AuthorizationError(`${host} does not say that it protects sign-ins with PKCE (S256).`);
  if (body.response_types_supported !== undefined && !isListed(body.response_types_supported, 'code'))
    throw new AuthorizationError(`${host} does not offer sign-in by a code.`);
  const { registration_endpoint: registration, token_endpoint_auth_methods_supported: methods } = body;
  return {
    issuer,
    authorizationEndpoint: secureUrl(body.authorization_endpoint, 'the page to sign in', web),
    tokenEndpoint: secureUrl(body.token_endpoint, 'tokens', web),
    ...(registration !== undefined && {
      registrationEndpoint: secureUrl(registration, 'registration', web),
    }),
    authMethods: Array.isArray(methods) ? methods.map(String) : ['client_secret_basic'],
    scopes: onlyScopes(body.scopes_supported),
    namesItself: body.authorization_response_iss_parameter_supported === true,
    takesDocuments: body.client_id_metadata_document_supported === true,
  };
}

function isListed(list: unknown, one: string): boolean {
  return Array.isArray(list) && list.includes(one);
}
