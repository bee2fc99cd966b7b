/** A real authorization server for tests: metadata, registration, a page that consents at once, rotating tokens. */
import { createHash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Asked, json, type Recorder, record } from './recorder';

export interface Grant {
  access: string;
  refresh: string;
  scope: string;
  resource: string | null;
  /** The person who signed in. */
  login: string;
}

export interface TestIssuer extends Recorder {
  /** Everything that it ever issued; what has been invalidated is not among `valid`. */
  given: Grant[];
  /** By their access token. */
  valid: Map<string, Grant>;
  /** The person who signs in on its page next. */
  login: string;
  /** Set by a test: its metadata, and any different behaviour. */
  metadata: Record<string, unknown>;
  /** Answers in place of the default behaviour; true: it has. */
  instead?: ((asked: Asked, response: ServerResponse) => boolean | Promise<boolean>) | undefined;
  seconds: number;
  /** It says who signed in, with an id token (OpenID Connect). */
  tells?: boolean;
  requestsFor(path: string): Asked[];
}

interface Code {
  challenge: string;
  redirectUri: string;
  scope: string;
  resource: string | null;
  login: string;
}

/** What it has issued. */
class Given {
  readonly all: Grant[] = [];
  readonly valid = new Map<string, Grant>();
  private readonly codes = new Map<string, Code>();
  private readonly byRefresh = new Map<string, Grant>();

  code(query: URLSearchParams, login: string): string {
    const code = secret('code');
    this.codes.set(code, {
      challenge: query.get('code_challenge') ?? '',
      redirectUri: query.get('redirect_uri') ?? '',
      scope: query.get('scope') ?? '',
      resource: query.get('resource'),
      login,
    });
    return code;
  }

  for(form: URLSearchParams): Grant | undefined {
    return form.get('grant_type') === 'refresh_token' ? this.refresh(form) : this.redeem(form);
  }

  private redeem(form: URLSearchParams): Grant | undefined {
    const code = this.codes.get(form.get('code') ?? '');
    this.codes.delete(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    const hash = createHash('sha256').update(verifier).digest('base64url');
    const isFine = code?.challenge === hash && code.redirectUri === form.get('redirect_uri');
    return code && isFine ? this.give(code) : undefined;
  }

  private refresh(form: URLSearchParams): Grant | undefined {
    const old = this.byRefresh.get(form.get('refresh_token') ?? '');
    if (!old) return undefined;
    this.byRefresh.delete(old.refresh);
    this.valid.delete(old.access);
    return this.give(old);
  }

  private give({ scope, resource, login }: Pick<Code, 'scope' | 'resource' | 'login'>): Grant {
    const grant = { access: secret('at'), refresh: secret('rt'), scope, resource, login };
    this.all.push(grant);
    this.valid.set(grant.access, grant);
    this.byRefresh.set(grant.refresh, grant);
    return grant;
  }
}

export async function startIssuer(): Promise<TestIssuer> {
  const given = new Given();
  const agree = (query: URLSearchParams, response: ServerResponse) => {
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('code', given.code(query, issuer.login));
    back.searchParams.set('state', query.get('state') ?? '');
    back.searchParams.set('iss', issuer.origin);
    response.writeHead(302, { location: back.href }).end();
  };
  const recorder = await record(async (asked, response) => {
    if (await issuer.instead?.(asked, response)) return;
    if (asked.path === '/.well-known/oauth-authorization-server') return json(response, issuer.metadata);
    if (asked.path === '/register') return json(response, { client_id: secret('client') }, 201);
    if (asked.path === '/authorize') return agree(asked.query, response);
    if (asked.path !== '/token') return json(response, {}, 404);
    const grant = given.for(new URLSearchParams(asked.body));
    if (!grant) return json(response, { error: 'invalid_grant' }, 400);
    json(response, {
      access_token: grant.access,
      refresh_token: grant.refresh,
      token_type: 'Bearer',
      expires_in: issuer.seconds,
      scope: grant.scope,
      ...(issuer.tells && { id_token: idToken(issuer.origin, clientOf(asked.body), grant.login) }),
    });
  });
  const issuer: TestIssuer = Object.assign(recorder, {
    given: given.all,
    valid: given.valid,
    login: 'mia@other',
    seconds: 3600,
    metadata: metadataOf(recorder.origin),
    requestsFor: (path: string) => recorder.asked.filter((one) => one.path === path),
  });
  return issuer;
}

function metadataOf(origin: string): Record<string, unknown> {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  };
}

/** The requesting client, from its form: public clients only. */
function clientOf(body: string): string {
  return new URLSearchParams(body).get('client_id') ?? '';
}

function idToken(iss: string, aud: string, login: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return [part({ alg: 'none' }), part({ iss, aud, sub: '1', preferred_username: login }), ''].join('.');
}

function secret(kind: string): string {
  return `${kind}-${randomBytes(12).toString('hex')}`;
}
