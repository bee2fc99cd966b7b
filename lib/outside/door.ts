import 'server-only';
/**
 * The entrance for other clients: checks the address, that no foreign page is behind the request, the token, and the
 * rate limit, in this order and before any of the body is read.
 */
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import { originOf, resourceOf } from './challenge';
import type { OutsideServices } from './services';
import { PACE, type Pace, type Visitor, visitorOf } from './visitor';

/** Over the rate limit: the answer's headers say how long to wait. */
export class TooFast extends AppError {
  constructor(readonly pace: Pace) {
    const seconds = pace.retryAfterS === 1 ? 'a second' : `${pace.retryAfterS} seconds`;
    super('too_many_requests', `This token makes too many requests. Wait ${seconds}.`);
  }
}

/**
 * Admits a visitor.
 * @throws AppError forbidden (another Host, a foreign Origin), unauthorized (no valid token), TooFast
 */
export async function admit(
  headers: Headers,
  { hosts, origins, demo, deps }: OutsideServices,
): Promise<{ visitor: Visitor; pace: Pace }> {
  requireOwnHost(headers, hosts);
  requireNoForeignOrigin(headers, origins);
  const found = await visitorWith(deps.db, headers, demo, resourceOf(originOf(headers, origins) ?? ''));
  if (found.pace.retryAfterS > 0) throw new TooFast(found.pace);
  return found;
}

/** A page whose host name was pointed at us would send its own name. */
function requireOwnHost(headers: Headers, hosts: readonly string[]): void {
  const host = headers.get('host')?.toLowerCase() ?? '';
  if (!hosts.includes(host)) {
    const message = `The host ${JSON.stringify(host.slice(0, 200))} is not Amber's own: use ${hosts.join(' or ')}.`;
    throw new AppError('forbidden', message);
  }
}

/** Programs send no Origin; pages do, and only ours are allowed. */
function requireNoForeignOrigin(headers: Headers, origins: readonly string[]): void {
  const origin = headers.get('origin');
  if (origin !== null && !origins.includes(origin)) {
    throw new AppError('forbidden', `The origin ${JSON.stringify(origin.slice(0, 200))} is not Amber's own.`);
  }
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') {
    throw new AppError('forbidden', 'Pages of others are not answered (Sec-Fetch-Site).');
  }
}

/** No valid token; also says whether one was shown at all. */
export class NotLetIn extends AppError {
  constructor(
    message: string,
    readonly wasShown: boolean,
  ) {
    super('unauthorized', message);
  }
}

async function visitorWith(db: Database, headers: Headers, demo: boolean, resource: string) {
  const token = /^Bearer +([A-Za-z0-9._~+/=-]{1,200})$/i.exec(headers.get('authorization') ?? '')?.[1];
  const found = token === undefined ? undefined : await visitorOf(db, token, demo, resource);
  if (found) return found;
  const message =
    token === undefined ? 'A bearer token is needed' : 'This token is unknown, revoked or past its time';
  throw new NotLetIn(
    `${message}. Sign in, or make one in Amber's settings: Other clients.`,
    token !== undefined,
  );
}

/** Rate limit headers for the client. */
export function paceHeaders({ remaining, resetS, retryAfterS }: Pace): Record<string, string> {
  return {
    'ratelimit-limit': String(PACE.burst),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetS),
    ...(retryAfterS > 0 && { 'retry-after': String(retryAfterS) }),
  };
}
