/** A sign-in attempt, from its beginning until the person comes back with a code. */
import { createHash, randomBytes } from 'node:crypto';
import { AuthorizationError } from './authorization-error';
import type { Challenge } from './challenge';
import type { Client, Self } from './client';
import type { Issuer } from './issuer-metadata';
import type { Resource } from './resource-metadata';
import { hostOf } from './web';

/** What is kept until the person comes back; the verifier is secret. */
export interface Attempt {
  issuer: string;
  tokenEndpoint: string;
  namesItself: boolean;
  /** Absent if this authorization server refuses the parameter. */
  resource?: string;
  scopes: readonly string[];
  client: Client;
  redirectUri: string;
  verifier: string;
}

export interface Begun {
  attempt: Attempt;
  state: string;
  /** The URL to send the person to. */
  url: string;
}

const OFFLINE = 'offline_access';

/**
 * The scopes to ask for: those in the challenge, or else those that the server lists; plus all that were asked for
 * before, and offline access if the authorization server supports it.
 */
export function scopesToAsk(
  challenge: Challenge | undefined,
  resource: Resource,
  issuer: Issuer,
  before: readonly string[] = [],
): string[] {
  const wanted = challenge?.scopes ?? (before.length > 0 ? [] : resource.scopes);
  const offline = issuer.scopes.includes(OFFLINE) ? [OFFLINE] : [];
  return [...new Set([...before, ...wanted, ...offline])];
}

export function beginAttempt(
  issuer: Issuer,
  client: Client,
  self: Self,
  { scopes, resource }: { scopes: readonly string[]; resource: string | undefined },
): Begun {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(32).toString('base64url');
  const url = new URL(issuer.authorizationEndpoint);
  const set = (name: string, value: string) => url.searchParams.set(name, value);
  set('response_type', 'code');
  set('client_id', client.id);
  set('redirect_uri', self.redirectUri);
  set('state', state);
  set('code_challenge', createHash('sha256').update(verifier).digest('base64url'));
  set('code_challenge_method', 'S256');
  if (resource !== undefined) set('resource', resource);
  if (scopes.length > 0) set('scope', scopes.join(' '));
  if (scopes.includes(OFFLINE)) set('prompt', 'consent');
  const { tokenEndpoint, namesItself } = issuer;
  const attempt = {
    issuer: issuer.issuer,
    tokenEndpoint,
    namesItself,
    scopes,
    client,
    verifier,
    redirectUri: self.redirectUri,
    ...(resource !== undefined && { resource }),
  };
  return { attempt, state, url: url.href };
}

/**
 * The code for the token endpoint. A response that is not certainly from the authorization server that was asked is
 * rejected before anything in it is used, even an error (RFC 9207).
 * @throws AuthorizationError
 */
export function codeIn(query: URLSearchParams, attempt: Pick<Attempt, 'issuer' | 'namesItself'>): string {
  const host = hostOf(attempt.issuer);
  for (const name of ['code', 'state', 'iss', 'error'])
    if (query.getAll(name).length > 1)
      throw new AuthorizationError('The way back from the sign-in names something twice.');
  const iss = query.get('iss');
  if (iss === null && attempt.namesItself)
    throw new AuthorizationError(`The way back does not say that it comes from ${host}, which promised to.`);
  if (iss !== null && iss !== attempt.issuer)
    throw new AuthorizationError(`The way back does not come from ${host}.`);
  const error = query.get('error');
  if (error === 'access_denied') throw new AuthorizationError(`The sign-in at ${host} was declined.`);
  if (error !== null) throw new AuthorizationError(`${host} refused the sign-in.`);
  const code = query.get('code');
  if (!code) throw new AuthorizationError('The way back from the sign-in holds no code.');
  return code;
}
