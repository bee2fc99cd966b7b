/**
 * A real OpenID provider for tests, `oidc-provider` on this machine: people whom a test adds and removes, rotating
 * tokens. A test can modify its answers, signed with its own key.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

export const CLIENT = { id: 'amber', secret: 'the secret that both know of each other' };

/** Its claims, by subject. */
export type People = Map<string, Record<string, unknown>>;
type Body = Record<string, unknown>;

export interface TestProvider {
  issuer: string;
  people: People;
  /** The person who signs in next; undefined: the page asks (for browsers). */
  login: string | undefined;
  /** Modifies its answers at a path: `/token`, `/.well-known/openid-configuration`. */
  bend: Map<string, (body: Body) => Body | Promise<Body>>;
  /** Every request, method and path. */
  asked: string[];
  /** With its own key. */
  sign(claims: JWTPayload, alg?: string): Promise<string>;
  /** True while it does not answer. */
  isAway: boolean;
  close(): Promise<void>;
}

export interface ProviderOptions {
  redirectUris: string[];
  /** Where it redirects people who have signed out. */
  afterwards?: string;
  /** Lifetime of an access token, in seconds. */
  seconds?: number;
}

export async function startProvider(options: ProviderOptions): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const jwk = { ...newKey(), kid: 'test', use: 'sig', alg: 'RS256' };
  const rig: TestProvider = {
    issuer,
    people: new Map(),
    login: undefined,
    bend: new Map(),
    asked: [],
    isAway: false,
    async sign(claims, alg = 'RS256') {
      const key = await importJWK({ ...jwk, alg }, alg);
      return new SignJWT(claims).setProtectedHeader({ alg, kid: 'test' }).sign(key);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const provider = new Provider(issuer, configuration(rig, options, jwk));
  provider.use(async (ctx, next) => {
    rig.asked.push(`${ctx.method} ${ctx.path}`);
    await next();
    const bend = rig.bend.get(ctx.path);
    if (bend && ctx.status === 200) ctx.body = await bend(ctx.body as Body);
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (rig.isAway) {
      response.writeHead(503).end();
      return;
    }
    if (request.url?.startsWith('/interaction/') && rig.login !== undefined) {
      const result = { login: { accountId: rig.login }, consent: {} };
      provider.interactionFinished(request, response, result).catch(() => response.destroy());
      return;
    }
    void answer(request, response);
  });
  return rig;
}

function newKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ format: 'jwk' });
}

type Configuration = NonNullable<ConstructorParameters<typeof Provider>[1]>;

function configuration(
  rig: TestProvider,
  { redirectUris, afterwards, seconds = 3600 }: ProviderOptions,
  jwk: object,
): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        ...(afterwards && { post_logout_redirect_uris: [afterwards] }),
      },
    ],
    jwks: { keys: [jwk] } as NonNullable<Configuration['jwks']>,
    claims: { email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['of a test'] },
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    ttl: {
      AccessToken: seconds,
      IdToken: 3600,
      RefreshToken: 86_400,
      Session: 86_400,
      Grant: 86_400,
      Interaction: 600,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    findAccount: async (_, id) => {
      const claims = rig.people.get(id);
      return claims && { accountId: id, claims: async () => ({ sub: id, ...claims }) };
    },
    // Nobody is asked for consent to Amber's access.
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc;
      const known = session?.grantIdFor(CLIENT.id);
      if (known) return ctx.oidc.provider.Grant.find(known);
      if (!client || !session?.accountId) return undefined;
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile offline_access');
      await grant.save();
      return grant;
    },
  };
}
