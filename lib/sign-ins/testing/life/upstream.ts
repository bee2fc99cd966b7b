/** A server with its authorization server, and the faults in the requests that it received. */
import { startIssuer, type TestIssuer } from '@/lib/authorization/testing/issuer';
import { type ProtectedServer, startProtected, tool } from '@/lib/authorization/testing/protected-server';
import type { Caller } from '@/lib/people/caller';

export interface Upstream {
  name: string;
  issuer: TestIssuer;
  server: ProtectedServer;
  /** The number of requests to its issuer when a process was killed, before and after. */
  kills: number[];
}

/** Long enough to be killed during it, in milliseconds. */
const REFRESH_TAKES = 15;

export async function startUpstream(name: string): Promise<Upstream> {
  const issuer = await startIssuer();
  const server = await startProtected(issuer);
  server.toolsFor = ({ login }) => [tool('read'), tool(`of_${login}`)];
  issuer.instead = async ({ path }) => {
    if (path === '/token') await new Promise((go) => setTimeout(go, REFRESH_TAKES));
    return false;
  };
  return { name, issuer, server, kills: [] };
}

/** The login with which they sign in there. */
export const loginOf = ({ userName }: Caller, { name }: Upstream) => `${userName.toLowerCase()}_${name}`;

/** Invalidates this person's access tokens there. @returns their number */
export function endTokens(caller: Caller, upstream: Upstream): number {
  const { valid } = upstream.issuer;
  const own = [...valid].filter(([, { login }]) => login === loginOf(caller, upstream));
  for (const [access] of own) valid.delete(access);
  return own.length;
}

/** Refresh tokens that were used twice, except those whose process was killed before it could store the response. */
export function repeatedRefreshes({ issuer, kills }: Upstream): string[] {
  const shown = new Map<string, number>();
  return issuer.asked.flatMap(({ path, body }, at) => {
    const token = new URLSearchParams(body).get('refresh_token');
    if (path !== '/token' || token === null) return [];
    const before = shown.get(token);
    shown.set(token, at);
    const wasKilled = before !== undefined && kills.some((kill) => kill > before && kill <= at);
    return before === undefined || wasKilled ? [] : [`${token} was shown at ${before} and ${at}`];
  });
}

/** Tokens sent to the server that its own issuer never issued. */
export function foreignTokens({ issuer, server }: Upstream): string[] {
  const given = new Set(issuer.given.map(({ access }) => `Bearer ${access}`));
  return server.asked.flatMap(({ headers }) => headers.authorization ?? []).filter((one) => !given.has(one));
}
