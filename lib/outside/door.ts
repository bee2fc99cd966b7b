import 'server-only';
/**
 * The door for other clients: the right address, no foreign page behind it, a token that holds, and not too fast. In
 * this order, and before anything of the body is read.
 */
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import { originOf, resourceOf } from './challenge';
import type { OutsideServices } from './services';
import { PACE, type Pace, type Visitor, visitorOf } from './visitor';

/** Too fast: how long to wait stands in the answer's headers. */
export class TooFast extends AppError {
  constructor(readonly pace: Pace) {
    const seconds = pace.retryAfterS === 1 ? 'a second' : `${pace.retryAfterS} seconds`;
    super('too_many_requests', `This token makes too many requests. Wait ${seconds}.`);
  }
}

/**
 * Who comes in.
 * @throws AppError forbidden (another Host, a foreign Origin), unauthorized (no token that holds), TooFast
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

/** A page whose name was pointed at us would send its own. */
function requireOwnHost(headers: Headers, hosts: readonly string[]): void {
  const host = headers.get('host')?.toLowerCase() ?? '';
  if (!hosts.includes(host)) {
    const message = `The host ${JSON.stringify(host.slice(0, 200))} is not Amber's own: use ${hosts.join(' or ')}.`;
    throw new AppError('forbidden', message);
  }
}

/** Programs send none; pages do, and only ours may. */
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

/** No token that holds: whether one was shown is told along. */
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

/** What an answer says of how fast its client may go on. */
export function paceHeaders({ remaining, resetS, retryAfterS }: Pace): Record<string, string> {
  return {
    'ratelimit-limit': String(PACE.burst),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetS),
    ...(retryAfterS > 0 && { 'retry-after': String(retryAfterS) }),
  };
}
