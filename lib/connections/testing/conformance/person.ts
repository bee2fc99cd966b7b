/** A person with a browser who signs in wherever the suite's server requires it, with the code that the app uses. */
import { type Attempt, codeIn } from '@/lib/authorization/attempt';
import { type Challenge, challengeIn } from '@/lib/authorization/challenge';
import { becomeClient, type Client, givenClient, type Self } from '@/lib/authorization/client';
import type { Issuer } from '@/lib/authorization/issuer-metadata';
import { beginSignIn } from '@/lib/authorization/sign-in';
import { tokensFor } from '@/lib/authorization/tokens';
import { webFetch } from '@/lib/transport/web-fetch';
import type { UsedSignIn } from '../../kept-server';

const SELF: Self = {
  redirectUri: 'http://localhost:3000/oauth/callback',
  documentUrl: 'https://conformance-test.local/client-metadata.json',
};

interface Given {
  client_id?: string;
  client_secret?: string;
  issuer?: string;
}

export class Person {
  /** What the app would keep in its database. */
  private readonly clients = new Map<string, Client>();
  private used: { signIn: UsedSignIn; attempt: Attempt } | undefined;
  private signIns = 0;
  private readonly web = { fetch: webFetch(), mayBeLocal: true };

  constructor(
    private readonly serverUrl: string,
    private readonly given: Given,
  ) {}

  get signIn(): UsedSignIn | undefined {
    return this.used?.signIn;
  }

  async signInBy(header: string | null | undefined): Promise<void> {
    const { web, serverUrl, used } = this;
    const challenge: Challenge | undefined = challengeIn(header ?? null);
    const before = used && { issuer: used.attempt.issuer, scopes: used.attempt.scopes };
    const { attempt, state, url } = await beginSignIn({
      serverWeb: web,
      issuerWeb: web,
      serverUrl,
      self: SELF,
      challenge,
      ...(before && { before }),
      clientFor: (issuer) => this.clientFor(issuer),
    });
    const answer = await fetch(url, { redirect: 'manual' });
    const query = new URL(answer.headers.get('location') ?? '').searchParams;
    if (query.get('state') !== state) throw new Error('another state');
    const { access } = await tokensFor(web, codeIn(query, attempt), attempt);
    this.signIns += 1;
    const authorization = {
      header: async () => `Bearer ${access}`,
      renewed: async () => false,
      wantsMore: async () => {},
    };
    this.used = { attempt, signIn: { id: `${this.signIns}`, authorization } };
  }

  private async clientFor(issuer: Issuer): Promise<Client> {
    const { client_id: id, client_secret: secret, issuer: at } = this.given;
    if (id !== undefined && at === issuer.issuer) return givenClient(id, secret, issuer);
    const known = this.clients.get(issuer.issuer) ?? (await becomeClient(this.web, issuer, SELF));
    this.clients.set(issuer.issuer, known);
    return known;
  }
}
