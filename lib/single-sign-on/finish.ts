import 'server-only';
/** The person comes back from the provider: uses up the attempt, redeems the code, and checks what it proves. */
import * as oidc from 'openid-client';
import { takeSignOnAttempt } from '@/lib/store/sign-on/attempts';
import { sha256Hex } from '@/lib/values/canonical-json';
import { type Said, saidIn, saysRoles } from './claims';
import { detailOf, type SignOnClient } from './client';
import { redirectOf, type SignOnContext } from './context';
import { SignOnFailed } from './failed';
import { type Begun, openBegun } from './sealed';
import { type NewSession, signInBy } from './sign-in';
import { secondsOf, type Vouched } from './vouching';

export interface Returned {
  provider: string;
  /** Of the address to which they came back. */
  query: URLSearchParams;
  /** What the browser kept. */
  browser: string | undefined;
  ipAddress: string | null;
  userAgent: string | null;
}

/**
 * Nothing in the address is used before it is known that it was begun here, in this browser, with this provider.
 * @throws SignOnFailed
 */
export async function finishSignOn(
  context: SignOnContext,
  returned: Returned,
): Promise<NewSession & { target: string }> {
  const { db, secret, clients } = context;
  const { provider: id, query, browser = '' } = returned;
  const [state = '', another] = query.getAll('state');
  const by = { stateHash: sha256Hex(state), provider: id, browserHash: sha256Hex(browser) };
  const client = clients.get(id);
  const isOdd = state === '' || browser === '' || another !== undefined;
  const row = client && !isOdd ? await takeSignOnAttempt(db, by) : undefined;
  const begun = row && openBegun(secret, row);
  if (!client || !row || !begun) throw new SignOnFailed('not-begun');
  const { said, vouched } = await redeem(context, client, begun, query);
  const session = await signInBy(context, client.provider, { said, vouched, ...returned });
  return { ...session, target: row.target };
}

async function redeem(
  { appUrl }: SignOnContext,
  client: SignOnClient,
  begun: Begun,
  query: URLSearchParams,
): Promise<{ said: Said; vouched: Vouched }> {
  const configuration = await client.configuration();
  const { provider } = client;
  const here = new URL(redirectOf(appUrl, provider.id));
  here.search = query.toString();
  const checks = { pkceCodeVerifier: begun.verifier, expectedState: begun.state, expectedNonce: begun.nonce };
  try {
    const tokens = await oidc.authorizationCodeGrant(configuration, here, {
      ...checks,
      idTokenExpected: true,
    });
    const claims = await claimsOf(client, tokens);
    const vouched = {
      ...secondsOf(tokens.expires_in),
      refresh: tokens.refresh_token,
      idToken: tokens.id_token,
    };
    return { said: saidIn(claims, provider), vouched };
  } catch (error) {
    if (error instanceof SignOnFailed) throw error;
    if (error instanceof oidc.AuthorizationResponseError) throw new SignOnFailed('refused', detailOf(error));
    throw new SignOnFailed(isOffline(error) ? 'unreachable' : 'not-proven', detailOf(error));
  }
}

type Answer = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers;

/**
 * From the ID token; groups that are not in it are requested.
 * @throws SignOnFailed not-proven: it names nobody
 */
export async function claimsOf(
  client: SignOnClient,
  tokens: Answer,
  subject?: string,
): Promise<Readonly<Record<string, unknown>>> {
  const configuration = await client.configuration();
  const claims = tokens.claims();
  // The protocol's library takes any text; all whom a provider calls so would be one person here.
  if (claims?.sub.trim() === '') throw new SignOnFailed('not-proven', 'The ID token names no subject.');
  const of = claims?.sub ?? subject;
  const isEnough = claims !== undefined && saysRoles(claims, client.provider);
  if (isEnough || of === undefined || !configuration.serverMetadata().userinfo_endpoint)
    return { ...claims, sub: of };
  const more = await oidc.fetchUserInfo(configuration, tokens.access_token, of);
  // Signed claims take precedence over unsigned ones.
  return { ...more, ...claims };
}

/** Whether it could not be reached, and thus has not said anything. */
export function isOffline(error: unknown): boolean {
  if (error instanceof SignOnFailed) return error.problem === 'unreachable';
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500 || error.status === 429;
  const code: unknown = Reflect.get(Object(error), 'code');
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true;
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return statusOf(error) >= 500 || statusOf(error) === 429;
  return !String(code ?? '').startsWith('OAUTH_');
}

function statusOf(error: unknown): number {
  const cause: unknown = Reflect.get(Object(error), 'cause');
  return cause instanceof Response ? cause.status : 0;
}
