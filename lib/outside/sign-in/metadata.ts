import 'server-only';
/**
 * The two documents from which clients learn how to sign in (RFC 9728, RFC 8414): the same for everybody, without
 * secrets.
 */
import { GRANTABLE, originOf, resourceOf } from '../challenge';

export function resourceMetadata(origin: string) {
  return {
    resource: resourceOf(origin),
    resource_name: 'Amber',
    authorization_servers: [origin],
    scopes_supported: GRANTABLE,
    bearer_methods_supported: ['header'],
  };
}

export function serverMetadata(origin: string) {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    registration_endpoint: `${origin}/oauth/register`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    scopes_supported: GRANTABLE,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}

/** Any page may read them: a link to Amber reveals as much. */
export function answerMetadata(
  request: Request,
  origins: readonly string[],
  document: (origin: string) => object,
): Response {
  const headers = {
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response(null, { status: 405, headers: { ...headers, allow: 'GET, HEAD' } });
  }
  const origin = originOf(request.headers, origins);
  if (origin === undefined) return new Response(null, { status: 403, headers });
  return Response.json(document(origin), { headers });
}
