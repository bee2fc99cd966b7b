import 'server-only';
/** Tells a client where and for what it can sign in (RFC 9728, RFC 6750). */
import { type Scope, scopesOf } from '@/mcp/scopes';
import { toolsFor } from '@/mcp/server';
import { toolContextOf } from './offered';
import type { OutsideServices } from './services';
import { ALL_SCOPES } from './tokens';
import type { Visitor } from './visitor';

/** What clients may be granted: not what is remembered for a person's chats. */
export const GRANTABLE: readonly Scope[] = ALL_SCOPES.filter((scope) => !scope.startsWith('memory.'));

const PATH = '/api/mcp';
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** The resource for which clients get access: our tools; one for each of our addresses. */
export const resourceOf = (origin: string): string => `${origin}${PATH}`;

/** Which of our addresses a request was sent to; undefined if none. */
export function originOf(headers: Headers, origins: readonly string[]): string | undefined {
  const host = headers.get('host')?.toLowerCase() ?? '';
  return origins.find((origin) => new URL(origin).host === host);
}

interface Challenged {
  /** As in RFC 6750; absent if no token was presented. */
  error?: 'invalid_token' | 'insufficient_scope';
  /** The scopes to ask for; absent: all there are, from which a person chooses. */
  scopes?: readonly string[];
}

/** The value of `WWW-Authenticate`. */
export function challenge(origin: string, { error, scopes = GRANTABLE }: Challenged = {}): string {
  const said = {
    realm: 'Amber',
    ...(error && { error }),
    resource_metadata: `${origin}${RESOURCE_METADATA}${PATH}`,
    scope: scopes.join(' '),
  };
  return `Bearer ${Object.entries(said)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`;
}

/**
 * The additional scopes that a signed-in client would have to ask for to call this tool, if its person's role allows
 * it; undefined if there are none, or asking would be pointless.
 */
export function scopesLacking(
  services: Pick<OutsideServices, 'tools'>,
  visitor: Visitor,
  tool: string,
): Scope[] | undefined {
  if (!visitor.isGrant) return undefined;
  const context = toolContextOf(services, visitor);
  if (toolsFor(context).some(({ name }) => name === tool)) return undefined;
  const own = scopesOf(visitor.caller.role);
  const scopes = new Set(GRANTABLE.filter((scope) => own.has(scope)));
  const found = toolsFor({ ...context, scopes }).find(({ name }) => name === tool);
  if (!found || found.scope === 'any') return undefined;
  return [...visitor.scopes, found.scope];
}
