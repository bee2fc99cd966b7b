import 'server-only';
/** What tells a client where and for what it can sign in (RFC 9728, RFC 6750). */
import { type Scope, scopesOf } from '@/mcp/scopes';
import { toolsFor } from '@/mcp/server';
import { toolContextOf } from './offered';
import type { OutsideServices } from './services';
import { ALL_SCOPES } from './tokens';
import type { Visitor } from './visitor';

/** What clients may be granted: what is remembered for a person's chats is not theirs. */
export const GRANTABLE: readonly Scope[] = ALL_SCOPES.filter((scope) => !scope.startsWith('memory.'));

const PATH = '/api/mcp';
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** The address of our tools, for which clients are let in; there is one for each address of ours. */
export const resourceOf = (origin: string): string => `${origin}${PATH}`;

/** Which of our addresses a request came to; undefined: none of them. */
export function originOf(headers: Headers, origins: readonly string[]): string | undefined {
  const host = headers.get('host')?.toLowerCase() ?? '';
  return origins.find((origin) => new URL(origin).host === host);
}

interface Challenged {
  /** Of RFC 6750; absent: nothing was shown. */
  error?: 'invalid_token' | 'insufficient_scope';
  /** What to ask for; absent: whatever there is, of which a person chooses. */
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
 * What a client that signed in by itself would have to ask for in addition to call this tool, where its person's role allows
 * it; undefined: nothing, or it would be in vain.
 * @returns all that it has, and what it lacks
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
