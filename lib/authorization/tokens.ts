/** The tokens that an authorization server issues for a code or for a refresh token. */
import { accountIn } from './account';
import type { Attempt } from './attempt';
import { AuthorizationError } from './authorization-error';
import { scopesIn } from './challenge';
import type { Client } from './client';
import { hostOf, postForm, secureUrl, type Web } from './web';

export interface Tokens {
  access: string;
  refresh?: string;
  /** Milliseconds since 1970; absent if unknown. */
  expiresAt?: number;
  scopes: readonly string[];
  /** The name under which the person is known there, if given (OpenID Connect). */
  account?: string;
}

/** Where tokens come from. */
export type TokenSource = Pick<Attempt, 'issuer' | 'tokenEndpoint' | 'client' | 'scopes' | 'resource'>;

const MAX_TOKEN = 16_000;
const MAX_SECONDS = 31_536_000;

/** @throws AuthorizationError */
export function tokensFor(web: Web, code: string, attempt: Attempt): Promise<Tokens> {
  const { redirectUri, verifier } = attempt;
  return ask(web, attempt, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
}

/**
 * Refreshed tokens; a refresh token that is not replaced stays valid.
 * @throws AuthorizationError `invalid-grant` if somebody has to sign in again
 */
export async function refreshed(web: Web, refresh: string, source: TokenSource): Promise<Tokens> {
  const tokens = await ask(web, source, { grant_type: 'refresh_token', refresh_token: refresh });
  return { refresh, ...tokens };
}

async function ask(web: Web, source: TokenSource, form: Record<string, string>): Promise<Tokens> {
  const { tokenEndpoint, client, resource, issuer } = source;
  secureUrl(tokenEndpoint, 'tokens', web);
  const { status, body } = await postForm(
    web,
    tokenEndpoint,
    { ...form, resource, ...inForm(client) },
    inHeader(client),
  );
  const host = hostOf(issuer);
  if (status === 200) return tokensIn(body, source);
  if (status >= 500 || status === 429)
    throw new AuthorizationError(`${host} answered with HTTP ${status}.`, 'unreachable');
  const isOver = body.error === 'invalid_grant' || body.error === 'invalid_client';
  throw new AuthorizationError(`${host} gave no token.`, isOver ? 'invalid-grant' : 'refused');
}

function tokensIn(body: Record<string, unknown>, { issuer, scopes, client }: TokenSource): Tokens {
  const { access_token: access, refresh_token: refresh, token_type: type, expires_in: seconds } = body;
  const host = hostOf(issuer);
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer')
    throw new AuthorizationError(`${host} gave a token of a kind that is not known here.`);
  if (!isToken(access)) throw new AuthorizationError(`${host} gave no usable token.`);
  const isTimed = typeof seconds === 'number' && seconds > 0;
  const account = accountIn(body.id_token, issuer, client.id);
  const given = typeof body.scope === 'string' ? scopesIn(body.scope) : scopes;
  return {
    access,
    ...(isToken(refresh) && { refresh }),
    ...(isTimed && { expiresAt: Date.now() + Math.min(seconds, MAX_SECONDS) * 1000 }),
    scopes: given,
    ...(account !== undefined && { account }),
  };
}

/** It goes into a header unchanged. */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TOKEN && /^[\x21-\x7e]+$/.test(value);
}

function inHeader({ id, secret = '', method }: Client): Record<string, string> {
  if (method !== 'client_secret_basic') return {};
  const pair = [id, secret].map((part) => new URLSearchParams([['', part]]).toString().slice(1)).join(':');
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function inForm({ id, secret, method }: Client): Record<string, string | undefined> {
  if (method === 'client_secret_basic') return {};
  return { client_id: id, client_secret: method === 'client_secret_post' ? secret : undefined };
}
