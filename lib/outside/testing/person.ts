/**
 * A person with a browser, for tests of how clients sign in: follows the client's link, opens the page, and decides.
 */
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import type { AllowView } from '../sign-in/allow-view';
import { browserSecret } from '../sign-in/browser-secret';
import { type Decision, decideSignIn, readAllow } from '../sign-in/decide';
import type { OutsideHarness } from './outside-harness';

/** From RFC 7636, appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
export const CALLBACK = 'http://127.0.0.1:4711/callback';

export class Person {
  /** The browser's cookie. */
  browser: string | undefined;

  constructor(
    readonly harness: OutsideHarness,
    readonly caller: Caller = harness.harness.admin,
  ) {}

  get origin(): string {
    return new URL(this.harness.url).origin;
  }

  get services() {
    return this.harness.signIn;
  }

  /** Opens the link of a client. */
  async follow(link: string | URL): Promise<Response> {
    const headers = { ...(this.browser !== undefined && { cookie: `amber.allow=${this.browser}` }) };
    const response = await fetch(link, { redirect: 'manual', headers });
    const cookie = response.headers.get('set-cookie')?.split(';')[0];
    this.browser = browserSecret(cookie ?? null) ?? this.browser;
    return response;
  }

  /** The id of the page to which the link led. */
  async page(link: string | URL): Promise<string> {
    const response = await this.follow(link);
    const id = /^\/allow\/([\w-]{24})$/.exec(response.headers.get('location') ?? '')?.[1];
    if (id === undefined) throw new Error(`No page: ${response.status} ${await response.text()}`);
    return id;
  }

  /** What the page shows. */
  async look(id: string): Promise<AllowView> {
    const view = await readAllow(this.services, this.caller, id, this.browser);
    if (typeof view === 'string') throw new Error(`Nothing to decide: ${view}`);
    return view;
  }

  decide(id: string, decision: Partial<Omit<Decision, 'id'>> = {}): Promise<{ to: string }> {
    const all = { id, allow: true, scopes: ['customers.read'], days: 30 as const, ...decision };
    const { browser } = this;
    return decideSignIn(this.services, this.caller, all, { browser, device: 'Linux' });
  }

  /** Follows a link, ticks everything, and allows. @returns where the browser is redirected */
  async allow(link: string | URL, decision: Partial<Omit<Decision, 'id'>> = {}): Promise<URL> {
    const id = await this.page(link);
    const { scopes } = await this.look(id);
    return new URL((await this.decide(id, { scopes, ...decision })).to);
  }

  /** A client that registers itself. */
  async register(redirectUris: string[] = [CALLBACK], more: object = {}): Promise<string> {
    const said = { client_name: 'Test client', redirect_uris: redirectUris, ...more };
    const response = await this.post('/oauth/register', JSON.stringify(said), 'application/json');
    const answer = (await response.json()) as { client_id?: string };
    if (answer.client_id === undefined) throw new Error(JSON.stringify(answer));
    return answer.client_id;
  }

  /** The link of a client; undefined omits a parameter. */
  link(clientId: string, more: Record<string, string | undefined> = {}): URL {
    const all = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: CALLBACK,
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      state: 'st&te',
      resource: this.harness.url,
      ...more,
    };
    const url = new URL('/oauth/authorize', this.origin);
    for (const [name, value] of Object.entries(all)) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    return url;
  }

  post(path: string, body: string, type = 'application/x-www-form-urlencoded', more: object = {}) {
    return fetch(new URL(path, this.origin), {
      method: 'POST',
      headers: { 'content-type': type, ...more },
      body,
    });
  }

  token(fields: Record<string, string>): Promise<Response> {
    return this.post('/oauth/token', String(new URLSearchParams(fields)));
  }

  /** Redeems a code, as its client does. */
  redeem(clientId: string, code: string, more: Record<string, string> = {}): Promise<Response> {
    const grant = { grant_type: 'authorization_code', redirect_uri: CALLBACK, code_verifier: VERIFIER };
    return this.token({ ...grant, client_id: clientId, code, ...more });
  }

  renew(clientId: string, refresh: string, more: Record<string, string> = {}): Promise<Response> {
    const fields = { grant_type: 'refresh_token', client_id: clientId, refresh_token: refresh };
    return this.token({ ...fields, ...more });
  }

  /** The whole sign-in of a client. */
  async signedIn(clientId: string, decision: Partial<Omit<Decision, 'id'>> = {}): Promise<Tokens> {
    const to = await this.allow(this.link(clientId), decision);
    const response = await this.redeem(clientId, to.searchParams.get('code') ?? '');
    if (response.status !== 200) throw new Error(await response.text());
    return (await response.json()) as Tokens;
  }

  /** Id of the grant that this access token belongs to; empty if there is none. */
  async grantOf({ access_token }: Tokens): Promise<string> {
    const { tokens } = schema;
    const hash = sql`encode(sha256(convert_to(${access_token}, 'UTF8')), 'hex')`;
    const [row] = await this.harness.db.select().from(tokens).where(eq(tokens.hash, hash));
    return row?.id ?? '';
  }

  /** Whether a client with this access token gets an answer. */
  async isIn(access: string): Promise<boolean> {
    const accept = 'application/json, text/event-stream';
    const headers = { accept, authorization: `Bearer ${access}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const response = await fetch(this.harness.url, { method: 'POST', headers, body });
    await response.text();
    return response.status === 200;
  }
}

/** Status and code of a refusal, which must not be cached. */
export async function errorOf(response: Response): Promise<[status: number, code: string]> {
  expect(response.headers.get('cache-control')).toBe('no-store');
  return [response.status, ((await response.json()) as { error: string }).error];
}

export interface Tokens {
  access_token: string;
  token_type: string;
  expires_in: number;
  refresh_token: string;
  scope: string;
}
