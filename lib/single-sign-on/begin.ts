import 'server-only';
/** Begins a sign-in through a provider: from here to its page. */
import { randomBytes } from 'node:crypto';
import * as oidc from 'openid-client';
import { deleteOldSignOnAttempts, insertSignOnAttempt } from '@/lib/store/sign-on/attempts';
import { sha256Hex } from '@/lib/values/canonical-json';
import { failedBy } from './client';
import { redirectOf, type SignOnContext } from './context';
import { SignOnFailed } from './failed';
import { sealBegun } from './sealed';

export interface BegunSignOn {
  url: string;
  /** What the browser keeps until it comes back. */
  browser: string;
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const secretText = () => randomBytes(32).toString('base64url');

/**
 * @param asked `browser`: what it keeps of another attempt, in another tab
 * @throws SignOnFailed
 */
export async function beginSignOn(
  { db, secret, appUrl, clients }: SignOnContext,
  asked: { provider: string; target: string; email?: string | undefined; browser?: string | undefined },
): Promise<BegunSignOn> {
  const client = clients.get(asked.provider);
  if (!client) throw new SignOnFailed('not-begun', 'no such provider');
  const configuration = await client.configuration();
  const { provider } = client;
  const browser = TOKEN.test(asked.browser ?? '') ? String(asked.browser) : secretText();
  const begun = { state: secretText(), nonce: secretText(), verifier: oidc.randomPKCECodeVerifier() };
  const owner = {
    stateHash: sha256Hex(begun.state),
    provider: provider.id,
    browserHash: sha256Hex(browser),
  };
  await deleteOldSignOnAttempts(db);
  const sealed = sealBegun(secret, owner, begun);
  await insertSignOnAttempt(db, { ...owner, sealed, target: asked.target });
  const challenge = await oidc.calculatePKCECodeChallenge(begun.verifier);
  const url = await Promise.resolve()
    .then(() =>
      oidc.buildAuthorizationUrl(configuration, {
        ...provider.parameters,
        redirect_uri: redirectOf(appUrl, provider.id),
        scope: scopesOf(configuration, provider.scopes),
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...(asked.email && { login_hint: asked.email }),
      }),
    )
    .catch(failedBy('not-proven'));
  return { url: url.href, browser };
}

/** Includes the scope that allows asking later whether they are still there, if the provider has one. */
function scopesOf(configuration: oidc.Configuration, further: readonly string[]): string {
  const offered = configuration.serverMetadata().scopes_supported ?? [];
  const asks = offered.includes('offline_access') ? ['offline_access'] : [];
  return [...new Set(['openid', 'email', 'profile', ...asks, ...further])].join(' ');
}
