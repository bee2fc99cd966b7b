import 'server-only';
/**
 * How a provider is queried: with `openid-client`, over our own fetch, checking its metadata first. Only signatures
 * with a listed algorithm count, on every token, whatever the provider announces.
 */
import * as oidc from 'openid-client';
import { isLocal } from '@/lib/authorization/web';
import { isClosedHost, isOpen } from '@/lib/transport/addresses';
import { readAll } from '@/lib/transport/bounded-body';
import { webFetch } from '@/lib/transport/web-fetch';
import { SignOnFailed } from './failed';
import type { Provider } from './settings';

/** Neither shared-secret algorithms nor "none". */
export const ALGORITHMS: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const TIMEOUT_S = 10;
const MAX_BYTES = 512_000;
/** How long a provider's metadata is cached. */
const KEPT_MS = 3_600_000;

export class SignOnClient {
  private kept: { at: number; configuration: Promise<oidc.Configuration> } | undefined;
  private readonly fetch: oidc.CustomFetch;

  /** @param privateServers as in the operator's setting */
  constructor(
    readonly provider: Provider,
    privateServers: boolean,
  ) {
    this.fetch = fetchFor(provider, privateServers);
  }

  /** @throws SignOnFailed */
  async configuration(): Promise<oidc.Configuration> {
    if (this.kept && Date.now() - this.kept.at < KEPT_MS) return this.kept.configuration;
    const configuration = this.discover();
    const kept = { at: Date.now(), configuration };
    this.kept = kept;
    // A failure is not cached.
    configuration.catch(() => {
      if (this.kept === kept) this.kept = undefined;
    });
    return configuration;
  }

  private async discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.provider;
    const isPlain = new URL(issuer).protocol === 'http:';
    const options = {
      [oidc.customFetch]: this.fetch,
      timeout: TIMEOUT_S,
      execute: isPlain ? [oidc.allowInsecureRequests] : [],
    };
    const found = await oidc
      .discovery(new URL(issuer), clientId, undefined, undefined, options)
      .catch(failedBy('unreachable'));
    const { supportsPKCE: _, ...said } = found.serverMetadata();
    if (said.issuer !== issuer)
      throw new SignOnFailed('not-proven', 'another issuer answers at this address');
    const announced = said.id_token_signing_alg_values_supported ?? ['RS256'];
    const signed = announced.filter((one) => ALGORITHMS.includes(one));
    if (signed.length === 0) throw new SignOnFailed('not-proven', 'no signature of the list is offered');
    const metadata = { ...said, id_token_signing_alg_values_supported: signed };
    const configuration = new oidc.Configuration(metadata, clientId, undefined, proofOf(said, clientSecret));
    configuration[oidc.customFetch] = this.fetch;
    configuration.timeout = TIMEOUT_S;
    oidc.enableNonRepudiationChecks(configuration);
    if (isPlain) oidc.allowInsecureRequests(configuration);
    return configuration;
  }
}

function proofOf(
  said: Pick<oidc.ServerMetadata, 'token_endpoint_auth_methods_supported'>,
  secret: string | undefined,
): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const ways = said.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const takesPost = ways.includes('client_secret_post');
  return takesPost && !ways.includes('client_secret_basic')
    ? oidc.ClientSecretPost(secret)
    : oidc.ClientSecretBasic(secret);
}

/** The operator has named the issuer, so its own host may be private. Whatever else it names must be public. */
function fetchFor({ issuer }: Provider, privateServers: boolean): oidc.CustomFetch {
  const own = new URL(issuer);
  const everywhere = webFetch();
  const outside = webFetch({ allows: isOpen });
  const isInside = privateServers || isLocal(own) || isClosedHost(own.hostname);
  return async (address, { body, headers, method, signal }) => {
    const fetch = isInside || new URL(address).host === own.host ? everywhere : outside;
    const sent = body instanceof URLSearchParams ? body.toString() : (body ?? undefined);
    const init = {
      method,
      // Requests are ten minutes apart: a connection kept that long may be gone, and a request on it would be neither
      // answered nor repeated.
      headers: { ...headers, connection: 'close' },
      ...(sent !== undefined && { body: sent as BodyInit }),
      ...(signal && { signal }),
    };
    const answer = await fetch(address, init);
    const text = await readAll(answer, { limit: MAX_BYTES, used: 0 }, signal);
    const isEmpty = [204, 205, 304].includes(answer.status);
    return new Response(isEmpty ? null : text, { status: answer.status, headers: answer.headers });
  };
}

/** None of the other side's words get further than our log. */
export function failedBy(problem: 'unreachable' | 'not-proven') {
  return (error: unknown): never => {
    throw error instanceof SignOnFailed ? error : new SignOnFailed(problem, detailOf(error));
  };
}

export const detailOf = (error: unknown): string => {
  const code: unknown = Reflect.get(Object(error), 'code');
  const said: unknown = Reflect.get(Object(error), 'error');
  const named = [code, said].filter((one) => typeof one === 'string').map((one) => String(one).slice(0, 60));
  return [error instanceof Error ? error.name : typeof error, ...named].join(' ');
};
