/** Which authorization server a server uses: its protected-resource metadata (RFC 9728). */
import { AuthorizationError } from './authorization-error';
import { type Challenge, onlyScopes } from './challenge';
import { askJson, hostOf, type Web } from './web';

export interface Resource {
  /** The server's identifier at the authorization server, exactly as it wrote it. */
  resource: string;
  /** The first authorization server listed. */
  issuer: string;
  scopes: readonly string[];
}

/**
 * Read from the URL in its challenge, otherwise below its path, otherwise at the root.
 * @throws AuthorizationError if there is none, or it does not belong to this server
 */
export async function findResource(
  web: Web,
  serverUrl: string,
  challenge: Challenge | undefined,
): Promise<Resource> {
  for (const place of placesOf(serverUrl, challenge?.resourceMetadata)) {
    const { status, body } = await askJson(web, place);
    if (status >= 500)
      throw new AuthorizationError(`${hostOf(place)} answered with HTTP ${status}.`, 'unreachable');
    if (status === 200) return resourceIn(body, serverUrl);
  }
  throw new AuthorizationError('The server does not say where to sign in.');
}

function placesOf(serverUrl: string, named: string | undefined): string[] {
  const { origin, pathname } = new URL(serverUrl);
  if (named !== undefined) {
    const url = URL.parse(named);
    // Otherwise it could make us request any address.
    if (url?.origin !== origin || url.username || url.password)
      throw new AuthorizationError('The server names another place for what it says of its sign-in.');
    return [url.href];
  }
  const root = `${origin}/.well-known/oauth-protected-resource`;
  const path = pathname.replace(/\/$/, '');
  return path === '' ? [root] : [`${root}${path}`, root];
}

function resourceIn(body: Record<string, unknown>, serverUrl: string): Resource {
  const { resource, authorization_servers: servers, scopes_supported: scopes } = body;
  if (typeof resource !== 'string' || !isOf(resource, serverUrl))
    throw new AuthorizationError('What the server says of its sign-in is about another server.');
  const [issuer]: unknown[] = Array.isArray(servers) ? servers : [];
  if (typeof issuer !== 'string') throw new AuthorizationError('The server names nobody who lets people in.');
  return { resource, issuer, scopes: onlyScopes(scopes) };
}

/** The server itself, or a path above it at the same origin. */
function isOf(resource: string, serverUrl: string): boolean {
  const named = URL.parse(resource);
  const server = new URL(serverUrl);
  if (!named || named.origin !== server.origin || named.hash || named.search || named.username) return false;
  const above = named.pathname.replace(/\/$/, '');
  return server.pathname === above || server.pathname.startsWith(`${above}/`);
}
